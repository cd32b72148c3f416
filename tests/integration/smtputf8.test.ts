import { isAscii } from 'node:buffer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDomains, withDomains } from '#cli/database.ts';
import { publishedKeys, signaturesOf } from '#support/domain-signatures.ts';
import { createTestMail } from '#support/mail-engine.ts';
import { createOutsideSender } from '#support/outside-sender.ts';
import { confirmInbox, signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { connectSmtp, sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

/** A smarthost that knows neither 8BITMIME nor SMTPUTF8: all that leaves goes through it. */
let sink: SmtpSink;
let service: RunningService;

const inbox = 'ann.inbox@office.example';
const author = 'Žąsis@Sender.example';

beforeAll(async () => {
  sink = await startSmtpSink({ sevenBit: true });
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
  });
  service.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'], A: ['127.0.0.1'] } });
  const ann = await signUpOwner(service, 'ann.private@home.example');
  await ann.createAlias('shop', [inbox]);
  for (const mail of await sink.waitForMessages(2)) await confirmInbox(ann, mail.raw);
});
afterAll(async () => {
  await service.stop();
  await sink.stop();
});

function letter(from: string, ...fields: readonly string[]): string {
  const date = 'Date: Sat, 21 Nov 2026 12:00:00 +0000';
  return [`From: ${from}`, 'To: shop@kauke.test', date, ...fields, 'Subject: Grüße', '', 'Hallo', ''].join('\r\n');
}

async function sendUtf8(data: string): Promise<readonly string[]> {
  const client = await connectSmtp({ port: service.mxPort, timeoutMs: 60_000 });
  await client.reply();
  await client.command('EHLO client.example');
  const replies = [
    await client.command(`MAIL FROM:<${author}>`),
    await client.command(`MAIL FROM:<${author}> SMTPUTF8`),
    await client.command('RCPT TO:<jürgen@kauke.test>'),
    await client.command('RCPT TO:<shop@kauke.test>'),
    await client.command('DATA'),
    await client.command(`${data}.`),
  ];
  client.destroy();
  return replies.map((reply) => reply.slice(0, 9));
}

/** What the owner's mail program shows. */
async function shown(message: SinkMessage | undefined) {
  const { from, cc } = await PostalMime.parse(message?.raw ?? '');
  return { name: from?.name, address: from?.address ?? '', copied: cc?.map(({ name }) => name) };
}

describe('mail that comes with SMTPUTF8, for a server without it', () => {
  it('is forwarded in ASCII; its author is one reverse address in every spelling', async () => {
    const before = sink.messages.length;
    for (const from of [author, 'z\u030ca\u0328sis@sender.example']) {
      const data = letter(`Žąsis <${from}>`, 'Cc: jürgen@bücher.example', 'Message-ID: <ž@sender.example>');
      const replies = ['553 5.6.7', '250 2.1.0', '550 5.1.1', '250 2.1.5', '354 End d', '250 2.0.0'];
      expect(await sendUtf8(data)).toEqual(replies);
    }
    const arrived = (await sink.waitForMessages(before + 2)).slice(before);
    expect(arrived.map(({ raw }) => isAscii(raw))).toEqual([true, true]);
    const records = publishedKeys(await withDomains(service.command, readDomains));
    expect(await signaturesOf(arrived[0]?.raw ?? Buffer.alloc(0), records)).toEqual(['k1 pass']);
    const [first, second] = [await shown(arrived[0]), await shown(arrived[1])];
    expect(first).toMatchObject({
      name: 'Žąsis (Žąsis at sender.example)',
      address: expect.stringMatching(/^reply=[a-z2-7]{26}@kauke\.test$/),
      copied: ['jürgen at xn--bcher-kva.example'],
    });
    expect(second.address).toBe(first.address);
    expect(arrived[0]?.raw.toString()).toContain('with UTF8SMTP id');

    // The owner's answer cannot go where nobody takes such an address, and the owner hears why.
    const office = createOutsideSender(service.dns, 'office.example', { addresses: ['127.0.0.1'] });
    const answer = [
      `From: ${inbox}`,
      `To: ${first.address}`,
      'Subject: Re',
      'Message-ID: <a@office.example>',
      '',
      'x',
      '',
    ];
    const data = await office.sign(answer.join('\r\n'));
    const replies = await sendMessage({
      port: service.mxPort,
      from: inbox,
      to: first.address,
      data,
      timeoutMs: 60_000,
    });
    expect(replies.data).toBe('550 5.6.7 The server of the recipient takes no addresses beyond ASCII (SMTPUTF8)');
  });

  it('is rewritten where its author would stay in sight', async () => {
    const before = sink.messages.length;
    const transport = createSinkTransport({ 'office.example': sink.port });
    const mail = await createTestMail({ transport });
    const bob = createOutsideSender(mail.dns, 'sender.example', { policy: 'reject', addresses: ['192.0.2.7'] });
    const { aliasId, address } = await mail.addAlias({ local: 'open', targets: [inbox] });
    await mail.test.database.db.updateTable('aliases').set({ transparent: true }).where('id', '=', aliasId).execute();
    const from = 'žąsis@sender.example';
    await mail.send(address, { from, content: await bob.sign(letter(`Žąsis <${from}>`)) });
    const [message] = (await sink.waitForMessages(before + 1)).slice(before);
    expect((await shown(message)).address).toMatch(/^reply=[a-z2-7]{26}@kauke\.test$/);
    expect(message?.raw.toString()).toMatch(/spf=pass[^]*dkim=pass header\.d=sender\.example[^]*dmarc=pass/);
    await transport.close();
    await mail.close();
  });
});
