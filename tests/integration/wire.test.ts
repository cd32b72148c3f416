import { isAscii } from 'node:buffer';
import { authenticate } from 'mailauth';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDomains, withDomains } from '#cli/database.ts';
import { printDkim } from '#cli/domain.ts';
import { rotateDkim } from '#cli/rotate-dkim.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { systemClock } from '#platform/clock.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { verifyDkim } from '#protocol/dkim/verify-dkim.ts';
import type { DnsAnswer } from '#protocol/dns/resolver.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { publishedKeys, signaturesOf } from '#support/domain-signatures.ts';
import { createTestMail } from '#support/mail-engine.ts';
import { createOutsideSender } from '#support/outside-sender.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { isNotice, startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

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
});
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
    const records = publishedKeys(await withDomains(service.command, readDomains));
    for (const message of sink.received.slice(before)) {
      expect(isAscii(message.raw)).toBe(true);
      expect(await signaturesOf(message.raw, records)).toEqual(['k1 pass']);
      const { text, attachments } = await PostalMime.parse(message.raw, { attachmentEncoding: 'utf8' });
      expect(text?.trim()).toBe('Grüße an Ann');
      expect(attachments[0]?.content).toBe('ÄÖÜ');
    }
  });

  it('is refused with 5.6.3 where that would break what its author signed, which the sender is told', async () => {
    const before = sink.messages.length;
    expect((await send(letter(...signed))).data).toMatch(/^550 5\.6\.0 /);
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
    const records = publishedKeys(mail.context.domains.all());
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
    const mails = sink.messages.filter(isNotice);
    expect(mails.length).toBeGreaterThanOrEqual(2);
    for (const { raw } of mails) {
      expect(raw.includes('base64')).toBe(false);
      const { text } = await PostalMime.parse(raw);
      expect(text).toMatch(/^http\S+\/(?:confirm|verify|reset)#[\w-]{43}$/m);
      for (const { raw: field } of parseMessage(raw).fields) expect(field.length).toBeLessThan(998);
    }
  });
});

describe('DKIM keys', () => {
  it('are rotated by command: made, published, then used, and the last one kept for mail on its way', async () => {
    const { command, dns } = service;
    const rotate = async (): Promise<string> => {
      const lines: string[] = [];
      const resolver = resolverOf(dns, { timeoutMs: 1000 });
      await rotateDkim({ ...command, resolver }, 'kauke.test', (line) => lines.push(line));
      return lines.join('\n');
    };
    const asked =
      /^kauke\.test signs with k1\. Publish this.*:\nk2\._domainkey\.kauke\.test\. +IN TXT "v=DKIM1; k=rsa; /;
    const first = await rotate();
    expect(first).toMatch(asked);
    expect(await rotate()).toBe(first);
    const domains = await withDomains(command, readDomains);
    dns.add(Object.fromEntries(publishedKeys(domains).map(({ name, value }) => [name, { TXT: [value] }])));
    const until = new Date(systemClock.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    expect(await rotate()).toMatch(
      new RegExp(
        `^kauke\\.test signs with k2 from now on\\..*\\nLeave k1\\._domainkey\\.kauke\\.test in DNS until ${until}`,
      ),
    );
    expect(await rotate()).toBe(
      `kauke.test signs with k2. Mail on its way needs k1 until ${until}: rotate after that.`,
    );
    const lines: string[] = [];
    await printDkim(command, (line) => lines.push(line));
    expect(lines.join('\n')).toMatch(
      new RegExp(
        `^k2\\._domainkey\\.kauke\\.test\\..*\\n; kauke\\.test: the last key, until ${until}\\nk1\\._domainkey\\.kauke\\.test\\.`,
        'm',
      ),
    );
    await expect(
      rotateDkim({ ...command, resolver: { txt: async () => ({ kind: 'no-name' }) } }, 'x.example', () => {}),
    ).rejects.toThrow('x.example is none of the domains here.');
  });

  it('sign twice where Ed25519 is on, with a record of its own to publish', async () => {
    const target = await startSmtpSink();
    const second = await startService({
      SMARTHOST_URL: `smtp://127.0.0.1:${target.port}`,
      OPERATOR_EMAIL: 'op@home.example',
      DKIM_ED25519: 'on',
    });
    const owner = await signUpOwner(second, 'eve@home.example');
    await owner.createAlias('shop', [inbox]);
    const [message] = await target.waitForMessages(1);
    const lines: string[] = [];
    await printDkim(second.command, (line) => lines.push(line));
    expect(lines.join('\n')).toMatch(/^e1\._domainkey\.kauke\.test\. +IN TXT "v=DKIM1; k=ed25519; p=[\w+/]{43}="$/m);
    const records = publishedKeys(await withDomains(second.command, readDomains));
    expect(await signaturesOf(message?.raw ?? Buffer.alloc(0), records)).toEqual(['k1 pass', 'e1 pass']);
    const received = parseMessage(message?.raw ?? Buffer.alloc(0));
    const txt = async (name: string): Promise<DnsAnswer<string>> => {
      const values = records.filter((record) => record.name === name).map(({ value }) => value);
      return { kind: 'found', records: values, authenticated: false };
    };
    const input = { message: received, hashes: createBodyHashes(received.body), localKey: () => null };
    const verdicts = await verifyDkim({ resolver: { txt }, clock: systemClock }, input);
    expect(verdicts.map(({ algorithm, result }) => `${algorithm} ${result}`)).toEqual([
      'rsa-sha256 pass',
      'ed25519-sha256 pass',
    ]);
    await second.stop();
    await target.stop();
  });
});
