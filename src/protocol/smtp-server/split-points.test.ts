import { describe, expect, it } from 'vitest';
import { startMxListener, greet } from '#support/mx-listener.ts';
import type { SmtpTestClient } from '#support/smtp-client.ts';
import { greetSecurely, plainResponse, startSubmission } from '#support/submission-listener.ts';

/** Nothing ends these sessions: each holds thousands of transactions. */
const limits = { maxCommandsPerMessage: Infinity, maxBadCommands: Infinity };

const open = 'MAIL FROM:<me@kauke.test>\r\nRCPT TO:<x@mx.example>\r\n';
const startData = 'DATA\r\n';
const after = 'RSET\r\n';

/** What comes between DATA and the command behind it, and the content it stands for; null: refused after its true end. */
const corpus: readonly (readonly [string, string | null])[] = [
  ['.\r\n', ''],
  ['..\r\n.\r\n', '.\r\n'],
  ['..\r\nRSET\r\nx\r\n.\r\n', '.\r\nRSET\r\nx\r\n'],
  ['.a\r\n.\r\n', 'a\r\n'],
  ['\r\n\r\n.\r\n', '\r\n\r\n'],
  ['a\r\n.\nMAIL FROM:<y@z>\r\n.\r\n', null],
  ['a\n.\r\nQUIT\r\n.\r\n', null],
  ['a\r.\r\r\n.\r\n', null],
];

interface Session {
  readonly client: SmtpTestClient;
  /** What was handed over last. */
  last(): string | undefined;
  handedOver(): number;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function sendCut({ client }: Session, stream: string, cuts: readonly number[]): Promise<void> {
  let from = 0;
  for (const to of [...cuts, stream.length]) {
    if (to === from) continue;
    await client.send(stream.slice(from, to));
    // The server, in this very process, reads this piece before the next one is written.
    await nextTurn();
    await nextTurn();
    from = to;
  }
}

async function codesOf({ client }: Session, count: number): Promise<string> {
  const codes: string[] = [];
  for (let read = 0; read < count; read += 1) codes.push((await client.reply()).slice(0, 3));
  return codes.join(' ');
}

/** One transaction, cut where told: the same replies and the same content, and no command out of the content. */
async function expectSame(session: Session, [data, content]: (typeof corpus)[number], cuts: readonly number[]) {
  const before = session.handedOver();
  await sendCut(session, open + startData + data + after, cuts);
  const expected = `250 250 354 ${content === null ? '550' : '250'} 250`;
  const seen = { cuts, codes: await codesOf(session, 5), handedOver: session.handedOver() - before };
  expect(seen).toEqual({ cuts, codes: expected, handedOver: content === null ? 0 : 1 });
  if (content !== null) expect(session.last()).toBe(content);
}

async function expectSameHoweverCut(session: Session, entry: (typeof corpus)[number]): Promise<void> {
  const length = open.length + startData.length + entry[0].length + after.length;
  for (let cut = 1; cut < length; cut += 1) await expectSame(session, entry, [cut]);
  // Two cuts everywhere for one of them, for the others where they can matter: from within DATA to the command behind.
  const from = entry === corpus[0] ? 1 : open.length + 3;
  for (let first = from; first < length - 3; first += 1) {
    for (let second = first + 1; second < length - 2; second += 1) await expectSame(session, entry, [first, second]);
  }
  // The last command is whole, so nothing is left over.
  expect(await session.client.command('NOOP')).toMatch(/^250 /);
}

describe('however the network cuts the stream', () => {
  it.each(corpus)('the MX listener reads the same of %j', async (...entry) => {
    const { port, messages } = await startMxListener({}, limits);
    const last = (): string | undefined => messages.at(-1)?.content.toString('latin1');
    await expectSameHoweverCut({ client: await greet(port), last, handedOver: () => messages.length }, entry);
  });

  it.each(corpus)('the submission listener reads the same of %j', async (...entry) => {
    const { port, sent } = await startSubmission({ limits });
    const client = await greetSecurely(port);
    expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toMatch(/^235 /);
    const last = (): string | undefined => sent.at(-1)?.message.content.toString('latin1');
    await expectSameHoweverCut({ client, last, handedOver: () => sent.length }, entry);
  });

  it('the dialog of signing in is the same', async () => {
    const { port } = await startSubmission({ limits });
    const dialog = `AUTH LOGIN\r\n${Buffer.from('x').toString('base64')}\r\n*\r\nAUTH PLAIN ?\r\n`;
    const client = await greetSecurely(port);
    const session = { client, last: () => undefined, handedOver: () => 0 };
    for (let first = 1; first < dialog.length; first += 1) {
      for (let second = first; second < dialog.length; second += 1) {
        await sendCut(session, dialog, [first, second]);
        expect(await codesOf(session, 4)).toBe('334 334 501 501');
      }
    }
  });
});
