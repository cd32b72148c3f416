import type { KeyObject } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyRecordOf } from '#support/key-record.ts';
import { systemClock } from '#platform/clock.ts';
import { type Authentication, verifyMessage } from '#protocol/authentication/verify-message.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { rsaKey } from '#support/rsa-keys.ts';

const key = rsaKey(14);
const selector = 's1';
const plain = Buffer.from('From: Bob <bob@mail.bob.example>\r\nTo: a@relay.example\r\nSubject: hi\r\n');
const body = Buffer.from('Hello\r\n');

let dns: DnsServer;
let resolver: Resolver;
beforeEach(async () => {
  const { name, value } = keyRecordOf({ name: 'bob.example', selector, key });
  dns = await startDnsServer({
    [name]: { TXT: [value] },
    '_dmarc.bob.example': { TXT: ['v=DMARC1; p=reject'] },
    'bounces.bob.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] },
  });
  resolver = resolverOf(dns, { timeoutMs: 2_000 });
});
afterEach(() => dns.close());

async function sign(domain: string): Promise<Buffer> {
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const signature = await signDkim({
    fields: parseMessage(plain).fields,
    bodyHash,
    domain,
    selector,
    key,
    now: new Date(systemClock.now()),
  });
  return Buffer.concat([signature, plain]);
}

interface Given {
  readonly header?: Buffer;
  readonly remoteAddress?: string | null;
  readonly localKey?: (domain: string) => KeyObject | null;
  readonly resolver?: Resolver;
}

function verify(given: Given = {}): Promise<Authentication> {
  const message = parseMessage(Buffer.concat([given.header ?? plain, Buffer.from('\r\n'), body]));
  return verifyMessage(
    { resolver: given.resolver ?? resolver, clock: systemClock },
    {
      message,
      hashes: createBodyHashes(message.body),
      localKey: given.localKey ?? (() => null),
      author: { name: 'Bob', address: 'bob@mail.bob.example' },
      envelope: { reversePath: 'x@bounces.bob.example' },
      client: { remoteAddress: given.remoteAddress ?? null, helo: 'mta.bob.example' },
    },
  );
}

describe('verifyMessage', () => {
  it('joins SPF, DKIM, DMARC and ARC', async () => {
    const found = await verify({ header: await sign('bob.example'), remoteAddress: '192.0.2.7' });
    expect(found).toEqual({
      spf: { result: 'pass', domain: 'bounces.bob.example', scope: 'mailfrom' },
      dkim: [expect.objectContaining({ result: 'pass', domain: 'bob.example', selector })],
      dmarc: {
        result: 'pass',
        domain: 'mail.bob.example',
        policy: 'reject',
        spfAligned: true,
        dkimAligned: 'bob.example',
      },
      arc: { result: 'none', instance: 0, sealers: [], comment: null },
    });
  });

  it('sees what is wrong with all of them', async () => {
    const header = (await sign('bob.example')).toString().replace('Subject: hi', 'Subject: ho');
    const found = await verify({ header: Buffer.from(header), remoteAddress: '192.0.2.8' });
    expect(found.spf.result).toBe('fail');
    expect(found.dkim[0]?.result).toBe('fail');
    expect(found.dmarc).toMatchObject({ result: 'fail', policy: 'reject', spfAligned: false, dkimAligned: null });
  });

  it('asks nobody about the client of a message handed over in process, and takes our own key for our own domain', async () => {
    const localKey = (domain: string): KeyObject | null => (domain === 'relay.example' ? key : null);
    const found = await verify({ header: await sign('relay.example'), localKey });
    expect(found.spf).toEqual({ result: 'none', domain: null, scope: 'mailfrom' });
    expect(found.dkim[0]).toMatchObject({ result: 'pass', domain: 'relay.example' });
    expect(dns.questions.filter((question) => question.includes('relay') || question.includes('bounces'))).toEqual([]);
  });

  it('takes no answer for no pass', async () => {
    dns.replace({
      's1._domainkey.bob.example': 'silence',
      '_dmarc.mail.bob.example': 'silence',
      'bounces.bob.example': 'silence',
    });
    const found = await verify({ header: await sign('bob.example'), remoteAddress: '192.0.2.7' });
    expect(found.spf.result).toBe('temperror');
    expect(found.dkim[0]).toMatchObject({ result: 'temperror', domain: 'bob.example' });
    expect(found.dmarc).toMatchObject({ result: 'temperror', policy: null, spfAligned: false, dkimAligned: null });
  });

  it('waits ten seconds in all, however long each look-up may take', async () => {
    const mechanisms = Array.from({ length: 5 }, (_, index) => `a:slow${index}.example`).join(' ');
    dns.replace({
      'bounces.bob.example': { TXT: [`v=spf1 ${mechanisms} +all`] },
      'slow0.example': 'silence',
      's1._domainkey.bob.example': 'silence',
      '_dmarc.mail.bob.example': 'silence',
    });
    const patient = resolverOf(dns, { timeoutMs: 60_000 });
    const found = await verify({ header: await sign('bob.example'), remoteAddress: '192.0.2.7', resolver: patient });
    expect(found.spf).toEqual({ result: 'temperror', domain: 'bounces.bob.example', scope: 'mailfrom' });
    expect(found.dkim).toMatchObject([{ result: 'temperror', domain: null }]);
    expect(found.dmarc).toMatchObject({ result: 'temperror', policy: null });
  });
});
