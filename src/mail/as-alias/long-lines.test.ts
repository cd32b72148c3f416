import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { readSignatureTags } from '#protocol/dkim/parse-signature.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';
import { startSendingTest, type Sender, type SendingTest } from '#support/submission.ts';

let test: SendingTest;
let sender: Sender;
beforeAll(async () => {
  test = await startSendingTest();
});
beforeEach(async () => {
  sender = await test.addSender();
});
afterAll(() => test.close());

const long = 'word '.repeat(500).trim();
const unbroken = 'x'.repeat(1500);
const boundary = 'Content-Type: multipart/mixed; boundary=b';

function letter(fields: readonly string[], ...body: readonly string[]): string {
  return [`From: <${sender.address}>`, 'To: Bob <bob@b.example>', ...fields, '', ...body, ''].join('\r\n');
}

async function sent(raw: string): Promise<SinkMessage> {
  const client = await sender.signIn();
  const [message] = await test.arrivals(1, async () => {
    expect(await sender.send(client, ['bob@b.example'], raw)).toMatch(/^250 /u);
  });
  client.destroy();
  if (message === undefined) throw new Error('nothing arrived');
  return message;
}

/** The longest line, and whether the body is the one that we signed. */
function looksOf({ raw }: SinkMessage) {
  const { fields, body } = parseMessage(raw);
  const signatures = fields.filter(({ key }) => key === 'dkim-signature').map(readSignatureTags);
  return {
    isShort:
      Math.max(
        ...raw
          .toString('latin1')
          .split('\r\n')
          .map(({ length }) => length),
      ) <= 998,
    hashes: new Set(signatures.map((tags) => tags?.get('bh')?.replaceAll(/\s/gu, ''))),
    signed: new Set([createBodyHashes(body).sha256('relaxed').toString('base64')]),
  };
}

async function expectFitting(raw: string) {
  const message = await sent(raw);
  const { isShort, hashes, signed } = looksOf(message);
  expect(isShort).toBe(true);
  expect(hashes).toEqual(signed);
  return PostalMime.parse(message.raw, { attachmentEncoding: 'utf8' });
}

describe('what is sent as an alias has no line that a server would fold, and reads as before', () => {
  it.each([
    ['a text', ['Content-Type: text/plain; charset=utf-8'], [long]],
    ['a text that never said what it is', [], [long]],
    ['a text of 8 bits', ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'], [`${long} ü`]],
    ['base64 in one line', ['Content-Transfer-Encoding: base64'], [Buffer.from(long).toString('base64')]],
    ['quoted-printable in one line', ['Content-Transfer-Encoding: quoted-printable'], [long]],
  ])('%s', async (_name, fields, body) => {
    const { text } = await expectFitting(letter(fields, ...body));
    expect(text?.trimEnd()).toBe(body[0]?.includes('ü') === true ? `${long} ü` : long);
  });

  it('a part among others, which stay as they are', async () => {
    const html = `<p>${long}</p>`;
    const short = ['--b', 'Content-Type: text/plain', '', 'short', '--b', 'Content-Type: text/html', '', html];
    const attached = ['--b', 'Content-Type: message/rfc822', '', 'Subject: old', '', long, '--b--'];
    const message = await sent(letter([boundary], 'preamble', ...short, ...attached));
    const { isShort, hashes, signed } = looksOf(message);
    expect([isShort, hashes]).toEqual([true, signed]);
    const { html: shown, text } = await PostalMime.parse(message.raw);
    expect(shown).toContain(long);
    expect(text).toContain('short');
    expect(message.raw.toString()).toMatch(/Content-Type: text\/plain\r\n\r\nshort\r\n/u);
  });

  it('a subject and a name of one word', async () => {
    const raw = letter([`Subject: ${unbroken}`], 'x').replace('To: Bob', `To: "${unbroken}"`);
    const { subject, to } = await expectFitting(raw);
    expect(subject).toBe(unbroken);
    expect(to?.[0]).toMatchObject({ address: 'bob@b.example' });
  });

  it('a line of 998 octets stays as it is', async () => {
    const line = 'y'.repeat(998);
    const message = await sent(letter([], line, `${'z'.repeat(998)}`));
    expect(message.raw.toString()).toContain(`\r\n\r\n${line}\r\n`);
    expect(message.raw.toString()).not.toContain('Content-Transfer-Encoding');
    expect((await sent(letter([], `${line}y`))).raw.toString()).toContain('Content-Transfer-Encoding: ');
  });
});

it('is refused with the reason where nothing may be changed', async () => {
  const { db } = test.mail.context.database;
  await db.updateTable('aliases').set({ identityParts: true }).where('id', '=', sender.aliasId).execute();
  const client = await sender.signIn();
  const signature = ['--b', 'Content-Type: application/pgp-signature', '', 'x', '--b--'];
  const raw = letter(['Content-Type: multipart/signed; boundary=b'], '--b', '', long, ...signature);
  expect(await sender.send(client, ['bob@b.example'], raw)).toMatch(/^550 5\.7\.1 Lines of more than 998/u);
  client.destroy();
});

it('what is forwarded passes octet by octet', async () => {
  const alias = await test.mail.addAlias({ local: 'long', targets: ['ann@inbox.example'] });
  const content = `From: bob@b.example\r\nSubject: x\r\n\r\n${long}\r\n`;
  const [message] = await test.arrivals(1, () => test.mail.send(alias.address, { from: 'bob@b.example', content }));
  expect(message?.raw.toString().endsWith(`\r\n\r\n${long}\r\n`)).toBe(true);
});
