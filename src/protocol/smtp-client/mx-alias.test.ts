import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encryptSocket } from '#protocol/smtp-client/encrypt-socket.ts';
import type { Outcome } from '#protocol/smtp-client/transport.ts';
import { startDnsServer, type DnsServer, type DnsZone } from '#support/dns-server.ts';
import { chainAuthority, hostChain } from '#support/mail-host-chain.ts';
import { createMxRoute, messageTo, mx } from '#support/mx-route.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const domain = 'target.example';
const delivered = { kind: 'delivered' };
const noSafeWay = { kind: 'deferred', code: null, stage: 'tls' };
const authority = createHash('sha256').update(new X509Certificate(chainAuthority).raw).digest();

let dns: DnsServer;
let sink: SmtpSink;

/** The host's certificate names sink.example; MX names it by an alias. */
beforeEach(async () => {
  sink = await startSmtpSink({ tls: hostChain });
  dns = await startDnsServer({
    [domain]: { ...mx('alias.example'), authentic: true },
    'alias.example': { CNAME: 'sink.example', authentic: true },
    'sink.example': { A: ['127.0.0.1'], authentic: true },
  });
});
afterEach(async () => {
  await Promise.all([sink.stop(), dns.close()]);
});

function anchor(certificate: Buffer) {
  return { usage: 2, selector: 0, matchingType: 1, certificate } as const;
}

function tlsaOf(certificate: Buffer): DnsZone[string] {
  return { TLSA: [anchor(certificate)], authentic: true };
}

async function send(): Promise<Outcome> {
  const transport = createMxRoute({ dns, port: sink.port, authorities: chainAuthority });
  const outcome = await transport.attempt(messageTo(`inbox@${domain}`)).outcome;
  await transport.close();
  return outcome;
}

describe('the MX transport, where a mail host is an alias and DNS proves it (RFC 7672 §2.2.2)', () => {
  it('goes by the records of the name at its end, which the certificate is to bear', async () => {
    dns.add({
      [`_${sink.port}._tcp.sink.example`]: tlsaOf(authority),
      [`_${sink.port}._tcp.alias.example`]: tlsaOf(Buffer.alloc(32)),
    });
    expect(await send()).toEqual(delivered);
    expect(sink.messages.map(({ secure }) => secure)).toEqual([true]);
    dns.add({ [`_${sink.port}._tcp.sink.example`]: tlsaOf(Buffer.alloc(32)) });
    expect(await send()).toMatchObject(noSafeWay);
  });

  it('goes by those of the alias where that one has none, and not on without an answer', async () => {
    // The certificate does not bear the name of the alias.
    dns.add({ [`_${sink.port}._tcp.alias.example`]: tlsaOf(authority) });
    expect(await send()).toMatchObject(noSafeWay);
    dns.add({ [`_${sink.port}._tcp.sink.example`]: { TLSA: [anchor(authority)] } });
    expect(await send()).toMatchObject(noSafeWay);
    dns.add({ [`_${sink.port}._tcp.alias.example`]: 'servfail' });
    expect(await send()).toMatchObject(noSafeWay);
    dns.add({ [`_${sink.port}._tcp.sink.example`]: 'servfail' });
    expect(await send()).toMatchObject(noSafeWay);
    expect(sink.received).toHaveLength(0);
  });
});

it('a host is asked for the certificate of the name whose records count', async () => {
  const asked: string[] = [];
  const server = createServer({
    ...hostChain,
    SNICallback: (name, answer) => {
      asked.push(name);
      answer(null);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const data = createHash('sha256').update(new X509Certificate(hostChain.cert).raw).digest();
  const records = [{ usage: 3, selector: 0, matchingType: 1, data }];
  const proof = { kind: 'dane', records, names: ['sink.example', domain], now: new Date(0) } as const;
  const shared = { session: null, onSession: () => {}, timeoutMs: 5000 };
  const secure = await encryptSocket(socket, { host: 'alias.example', proof, ...shared });
  expect(asked).toEqual(['sink.example']);
  secure.destroy();
  server.close();
});
