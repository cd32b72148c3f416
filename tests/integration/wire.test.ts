import { isAscii } from 'node:buffer';
import { authenticate } from 'mailauth';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDomains, withDomains } from '#cli/database.ts';
import { mailLimits } from '#mail/queue/state/mail-limits.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { keyRecordOf } from '#support/key-record.ts';
import { createTestMail } from '#support/mail-engine.ts';
import { createOutsideSender } from '#support/outside-sender.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

/** A smarthost that knows neither 8BITMIME nor SMTPUTF8: all that leaves goes through it. */
let sink: SmtpSink;
let service: RunningService;
let ann: Owner;

const inbox = 'ann.inbox@office.example';
const sender = 'bob@sender.example';

beforeAll(async () => {
  sink = await startSmtpSink({ sevenBit: true });
  service = await startService(
    { SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'operator@home.example' },
    { mailLimits: { ...mailLimits, retryDelaysMs: [300], backOffFirstMs: 100, backOffMaxMs: 200, workerPollMs: 100 } },
  );
  service.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'], A: ['127.0.0.1'] } });
  ann = await signUpOwner(service, 'ann.private@home.example');
  await ann.createAlias('shop', [inbox]);
  for (const mail of await sink.waitForMessages(2)) await confirmInbox(ann, mail.raw);
}, 60_000);
afterAll(async () => {
  await service.stop();
  await sink.stop();
});

function letter(...lines: readonly string[]): string {
  const head = [`From: Bob <${sender}>`, 'To: shop@kauke.test', 'Date: Sat, 21 Nov 2026 12:00:00 +0000'];
  return [...head, 'Message-ID: <one@sender.example>', 'MIME-Version: 1.0', ...lines, ''].join('\r\n');
}
function send(data: string) {
  return sendMessage({ port: service.mxPort, from: sender, to: 'shop@kauke.test', data, timeoutMs: 60_000 });
}

/** What mailauth finds, with the key of the domain as DNS would give it. */
async function dkimOf({ raw }: SinkMessage): Promise<(string | undefined)[]> {
  const domains = await withDomains(service.command, readDomains);
  const records = domains.map(keyRecordOf);
  const resolver = async (name: string) => records.filter((record) => record.name === name).map(({ value }) => [value]);
  const { results } = await dkimVerify(raw, { resolver });
  return results.map(({ status }) => status.result);
}

const mixed = [
  'Subject: Parts',
  'Content-Type: multipart/mixed; boundary=b1',
  '',
  '--b1',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Grüße an Ann',
  '--b1',
  'Content-Type: application/octet-stream; name=data',
  'Content-Transfer-Encoding: 8bit',
  '',
  'ÄÖÜ',
  '--b1--',
] as const;
const signed = [
  'Subject: Signed',
  'Content-Type: multipart/signed; boundary=b1; protocol="application/pgp-signature"; micalg=pgp-sha256',
  '',
  '--b1',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Grüße',
  '--b1',
  'Content-Type: application/pgp-signature',
  '',
  'signature',
  '--b1--',
] as const;

describe('8-bit mail for a server without 8BITMIME', () => {
  it('is recoded and signed after that, at once and when it waited', async () => {
    const before = sink.received.length;
    expect((await send(letter(...mixed))).data).toBe('250 2.0.0 Message accepted');
    sink.setScript({ onData: () => ({ code: 451, text: '4.2.0 Later' }) });
    expect((await send(letter(...mixed))).data).toBe('250 2.0.0 Message accepted');
    await sink.waitForReceived(before + 3);
    sink.setScript({});
    await expect.poll(() => sink.messages.filter(({ mailFrom }) => mailFrom.startsWith('b=')).length).toBe(2);
    for (const message of sink.received.slice(before)) {
      expect(isAscii(message.raw)).toBe(true);
      expect(await dkimOf(message)).toEqual(['pass']);
      const { text, attachments } = await PostalMime.parse(message.raw, { attachmentEncoding: 'utf8' });
      expect(text?.trim()).toBe('Grüße an Ann');
      expect(attachments[0]?.content).toBe('ÄÖÜ');
    }
  });

  it('is refused with 5.6.3 where that would break what its author signed, which the sender is told', async () => {
    const before = sink.messages.length;
    expect((await send(letter(...signed))).data).toMatch(/^550 5\.2\.0 /);
    // Where it waited the sender has its reply: a report tells.
    sink.setScript({ onMail: () => ({ code: 451, text: '4.2.0 Later' }) });
    await sink.stop();
    expect((await send(letter(...signed))).data).toBe('250 2.0.0 Message accepted');
    sink.setScript({});
    await sink.start();
    const [report] = (await sink.waitForMessages(before + 1)).slice(before);
    expect(report?.rcptTo).toEqual([sender]);
    expect(report?.raw.toString()).toMatch(/^Status: 5\.6\.3\r$/m);
  });
});

describe('a message whose author stays in sight', () => {
  it('is recoded where it must be, and its ARC set says that the author was proven', async () => {
    const transport = createSinkTransport({ 'office.example': sink.port });
    const mail = await createTestMail({ transport });
    const before = sink.messages.length;
    const bob = createOutsideSender(mail.dns, 'sender.example', { policy: 'reject' });
    const { aliasId, address } = await mail.addAlias({ local: 'open', targets: [inbox] });
    await mail.test.database.db.updateTable('aliases').set({ transparent: true }).where('id', '=', aliasId).execute();
    await mail.send(address, { content: await bob.sign(letter('Subject: Gruß', '', 'Grüße')) });
    const [message] = (await sink.waitForMessages(before + 1)).slice(before);
    const records = mail.context.domains.all().map(keyRecordOf);
    mail.dns.add(Object.fromEntries(records.map(({ name, value }) => [name, { TXT: [value] }])));
    const { dkim, arc } = await authenticate(message?.raw ?? '', {
      ip: '192.0.2.99',
      helo: 'mx.kauke.test',
      sender: '',
      resolver: async (name: string, type: string) => {
        const answer = type === 'TXT' ? await mail.context.resolver.txt(name) : null;
        return answer?.kind === 'found' ? answer.records.map((record) => [record]) : [];
      },
    });
    const resultOf = (domain: string) => dkim.results.find((one) => one.signingDomain === domain)?.status.result;
    expect([resultOf('kauke.test'), resultOf('sender.example')]).toEqual(['pass', 'neutral']);
    expect(arc).toMatchObject({ status: { result: 'pass' }, authResults: expect.stringContaining('dmarc=pass') });
    expect(isAscii(message?.raw ?? Buffer.from('ü'))).toBe(true);
    expect(await PostalMime.parse(message?.raw ?? '')).toMatchObject({
      subject: 'Gruß',
      from: { address: sender },
      text: 'Grüße\r\n',
    });
    await transport.close();
    await mail.close();
  });
});

describe('mail of our own', () => {
  it('is plain text, with its link in one piece', async () => {
    const mails = sink.messages.filter(({ mailFrom }) => mailFrom.startsWith('postmaster@'));
    expect(mails.length).toBeGreaterThanOrEqual(2);
    for (const { raw } of mails) {
      expect(raw.includes('base64')).toBe(false);
      const { text } = await PostalMime.parse(raw);
      expect(text).toMatch(/^http\S+\/(?:confirm|verify|reset)#[\w-]{43}$/m);
      for (const { raw: field } of parseMessage(raw).fields) expect(field.length).toBeLessThan(998);
    }
  });
});
