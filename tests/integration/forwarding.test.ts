import { createPublicKey } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailLimits } from '#mail/mail-limits.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { printDkim } from '#cli/domain.ts';
import { reachDatabase } from '#cli/database.ts';
import { searchDatabase, writeOut } from '#support/database-search.ts';
import { searchFiles } from '#support/file-search.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;

const account = 'ann.private@home.example';
const inbox = 'ann.inbox@office.example';
const secondInbox = 'ann.second@elsewhere.example';
const sender = 'bob@sender.example';

function multipart(subject: string, text: string): string {
  return [
    `From: "Bob Builder" <${sender}>`,
    'To: my-alias@kauke.test, Carol <carol@friends.example>',
    'Cc: dave@friends.example',
    'Reply-To: bob.reply@sender.example',
    'Sender: robot@sender.example',
    'Disposition-Notification-To: bob@sender.example',
    'List-Unsubscribe: <mailto:leave@sender.example>, <https://sender.example/leave>',
    `Subject: ${subject}`,
    'Date: Sat, 21 Nov 2026 12:00:00 +0000',
    `Message-ID: <${subject.replaceAll(' ', '-')}@sender.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '.a line that starts with a dot ',
    '',
    '--b1',
    'Content-Type: application/octet-stream; name="data.bin"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="data.bin"',
    '',
    Buffer.from('an attachment'.repeat(500))
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\r\n'),
    '--b1--',
    '',
  ].join('\r\n');
}

function bodyOf(raw: Buffer | string): string {
  const text = raw.toString('latin1');
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}

function send(to: string | readonly string[], data: string) {
  return sendMessage({ port: service.mxPort, from: sender, to, data, timeoutMs: 60_000 });
}

/** Mail to an inbox, without our own confirmation mails. */
function forwardedTo(address: string): SinkMessage[] {
  return sink.messages.filter((message) => message.rcptTo.includes(address) && message.mailFrom.startsWith('b='));
}

/** Lets a message wait for the worker and arrive: by then it has claimed whatever was due before. */
async function passQueue(): Promise<void> {
  const before = forwardedTo(inbox).length;
  sink.setScript({ onRcpt: () => ({ code: 451, text: '4.2.1 later' }) });
  await send('my-alias@kauke.test', multipart('Later', 'text'));
  expect(forwardedTo(inbox).length).toBe(before);
  sink.setScript({});
  await expect.poll(() => forwardedTo(inbox).length).toBe(before + 1);
}

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService(
    { SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'operator@home.example' },
    // Short only where the product waits minutes; the 15 s deadline is the real one.
    { mailLimits: { ...mailLimits, retryDelaysMs: [500], backOffFirstMs: 200, backOffMaxMs: 500, workerPollMs: 100 } },
    'own',
  );
  ann = await signUpOwner(service, account);
  await ann.createAlias('my-alias', [inbox]);
  await ann.createAlias('two', [inbox, secondInbox]);
  const mails = await sink.waitForMessages(3);
  for (const mail of mails) await confirmInbox(ann, mail.raw);
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

/** What `npm run kauke -- dkim` prints beside the running program. */
async function printedRecords(): Promise<string> {
  const lines: string[] = [];
  await printDkim({ ...service.command }, (line) => lines.push(line));
  return lines.join('\n');
}

describe('a message to an alias', () => {
  it('arrives with its body untouched, a rewritten author and nothing of its owner', async () => {
    const data = multipart('First words', 'Hello Ann, grüße');
    const replies = await send('my-alias@kauke.test', data);
    expect(replies.data).toBe('250 2.0.0 Message accepted');
    const [message, ...others] = forwardedTo(inbox);
    expect(others).toEqual([]);
    if (message === undefined) throw new Error('nothing arrived');

    expect(bodyOf(message.raw)).toBe(bodyOf(Buffer.from(data)));
    expect(message.mailFrom).toMatch(/^b=[a-z2-7]+@kauke\.test$/);
    expect(message.mailFrom.indexOf('@')).toBeLessThan(64);
    const { fields } = parseMessage(message.raw);
    const unfolded = fields.map((field) => field.raw.toString('latin1').replaceAll('\r\n', ' '));
    const from = unfolded.filter((line) => /^from:/i.test(line));
    expect(from).toHaveLength(1);
    expect(from[0]).toMatch(
      /^From: +"\[unverified\] Bob Builder +\(bob at sender\.example\)" +<reply=[a-z2-7]{26}@kauke\.test> *$/,
    );

    const header = unfolded.join('\n');
    for (const secret of [account, inbox, secondInbox, 'ann.', service.dataDir]) expect(header).not.toContain(secret);
    const answerable = unfolded.filter((line) => !/^(received|message-id|dkim-signature|x-kauke-\S+):/i.test(line));
    const addresses = answerable.join('\n').match(/[^\s<>,;:"()]+@[^\s<>,;:"()?]+/g) ?? [];
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) expect(address).toMatch(/^(my-alias|reply=[a-z2-7]{26})@kauke\.test$/);
    expect(header).toContain('https://sender.example/leave');
    expect(header).toMatch(/List-Unsubscribe: +<mailto:reply=[a-z2-7]{26}@kauke\.test>/);
    expect(header).toMatch(/Authentication-Results: localhost; +spf=none/);
  });

  it('carries a DKIM signature that verifies with the printed DNS record', async () => {
    await send('my-alias@kauke.test', multipart('Signed', 'text'));
    const message = forwardedTo(inbox).at(-1);
    const records = await printedRecords();
    const line = records.split('\n').find((candidate) => candidate.startsWith('k1._domainkey.kauke.test.'));
    const value = [...(line ?? '').matchAll(/"([^"]*)"/g)].map(([, text]) => text).join('');
    expect(value).toMatch(/^v=DKIM1; k=rsa; p=/);
    const key = createPublicKey({
      key: Buffer.from(value.split('p=')[1] ?? '', 'base64'),
      format: 'der',
      type: 'spki',
    });
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048);
    const result = await dkimVerify(message?.raw ?? Buffer.alloc(0), {
      resolver: (name: string, type: string) => {
        expect([name, type]).toEqual(['k1._domainkey.kauke.test', 'TXT']);
        return Promise.resolve([[value]]);
      },
    });
    expect(result.results.map(({ status }) => status.result)).toEqual(['pass']);
    expect(result.results[0]?.status.aligned).toBe('kauke.test');
  });

  it('waits sealed while the way out is down, arrives later and leaves nothing behind', async () => {
    const before = forwardedTo(inbox).length;
    const subject = 'Zebra crossing tomorrow';
    const text = 'The quokka sleeps under the eucalyptus';
    await sink.stop();
    const { database, close } = await reachDatabase(service.command);
    try {
      const replies = await send('my-alias@kauke.test', multipart(subject, text));
      expect(replies.data).toBe('250 2.0.0 Message accepted');
      const waiting = await database.db.selectFrom('spoolDeliveries').selectAll().execute();
      expect(waiting).toHaveLength(1);
      await writeOut(service.dataDir);
      const secrets = [subject, text, inbox, secondInbox, account, sender];
      expect(await searchDatabase(database, secrets)).toEqual([]);
      expect(await searchFiles(service.dataDir, secrets)).toEqual([]);
      expect(await searchFiles(service.dataDir, ['my-alias'])).toEqual(['my-alias']);

      await sink.start();
      await expect.poll(() => forwardedTo(inbox).length).toBe(before + 1);
      expect(bodyOf(forwardedTo(inbox).at(-1)?.raw ?? '')).toContain(text);
      const rows = async (): Promise<number> => {
        const counts = await Promise.all(
          (['spoolMessages', 'spoolChunks', 'spoolHeaders', 'spoolDeliveries'] as const).map((table) =>
            database.db.selectFrom(table).selectAll().execute(),
          ),
        );
        return counts.flat().length;
      };
      await expect.poll(rows).toBe(0);
    } finally {
      await close();
      await sink.start();
    }
  });

  it('reaches once an inbox whose server answers the final dot after its sender had to be answered', async () => {
    const before = sink.received.length;
    const { promise: held, resolve: release } = Promise.withResolvers<'accept'>();
    sink.setScript({ onData: () => held });
    try {
      const replies = await send('my-alias@kauke.test', multipart('Slow', 'text'));
      expect(replies.data).toBe('250 2.0.0 Message accepted');
      // It has the message, and has not answered yet.
      expect([sink.received.length, sink.messages.length]).toEqual([before + 1, before]);
      release('accept');
      await expect.poll(() => sink.messages.length).toBe(before + 1);
      // A row that was held for waiting would have been sent a second time.
      for (const others of [1, 2, 3]) {
        await passQueue();
        expect(sink.received.length).toBe(before + 1 + others);
      }
    } finally {
      release('accept');
      sink.setScript({});
    }
  });

  it('is refused with one fixed text when the inbox refuses it for good', async () => {
    sink.setScript({ onRcpt: (address) => ({ code: 550, text: `5.1.1 <${address}> does not live here` }) });
    try {
      const replies = await send('my-alias@kauke.test', multipart('Refused', 'text'));
      expect(replies.data).toBe('550 5.2.0 The recipient does not accept this message');
    } finally {
      sink.setScript({});
    }
  });

  it('reaches one of two inboxes at once and the other later, each once', async () => {
    const count = (): number[] => [inbox, secondInbox].map((address) => forwardedTo(address).length);
    const [first = 0, second = 0] = count();
    sink.setScript({ onRcpt: (address) => (address === inbox ? { code: 451, text: '4.2.1 later' } : 'accept') });
    try {
      const replies = await send('two@kauke.test', multipart('Both', 'text'));
      expect(replies.data).toBe('250 2.0.0 Message accepted');
      expect(count()).toEqual([first, second + 1]);
    } finally {
      sink.setScript({});
    }
    await expect.poll(count).toEqual([first + 1, second + 1]);
    await passQueue();
    await passQueue();
    expect(count()).toEqual([first + 3, second + 1]);
  });
});
