import { createHash, X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tlsFaultOf } from '#protocol/smtp-client/encrypt-socket.ts';
import type { TlsSeen } from '#protocol/smtp-client/tls-seen.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { chainAuthority, hostChain } from '#support/mail-host-chain.ts';
import { createMxRoute, messageTo, mx, type MxRouteOptions } from '#support/mx-route.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { enforcePolicy, startStsServer } from '#support/sts-server.ts';
import { testCertificate } from '#support/tls.ts';

const domain = 'target.example';
let dns: DnsServer;
let sink: SmtpSink;
let seen: TlsSeen[];
let cleanUps: (() => Promise<unknown>)[];

beforeEach(async () => {
  seen = [];
  sink = await startSmtpSink({ tls: hostChain });
  dns = await startDnsServer({ 'sink.example': { A: ['127.0.0.1'] }, [domain]: mx('sink.example') });
  cleanUps = [() => sink.stop(), () => dns.close()];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

async function replaceSink(tls: { readonly key: string; readonly cert: string } | null): Promise<void> {
  const { port } = sink;
  await sink.stop();
  sink = await startSmtpSink({ port, ...(tls && { tls }) });
}

/** Two messages one after the other, of which the second finds the connection open. */
async function send(options: Partial<MxRouteOptions> = {}, mailFrom = 'b@kauke.test'): Promise<void> {
  const onTls = (one: TlsSeen): void => void seen.push(one);
  const transport = createMxRoute({ dns, port: sink.port, authorities: chainAuthority, onTls, ...options });
  cleanUps.push(() => transport.close());
  const message = { ...messageTo(`inbox@${domain}`), mailFrom };
  await transport.attempt(message).outcome;
  await transport.attempt(message).outcome;
}

async function publish(policy: string): Promise<Partial<MxRouteOptions>> {
  const server = await startStsServer(domain, policy);
  cleanUps.push(() => server.stop());
  dns.add({ [`_mta-sts.${domain}`]: { TXT: ['v=STSv1; id=1'] }, [`mta-sts.${domain}`]: { A: ['127.0.0.1'] } });
  return { fetchVia: (resolver) => server.fetchVia(resolver) };
}

const plain = { domain, policy: { type: 'no-policy-found', lines: [], hosts: [] }, host: 'sink.example' };

describe('what is told of TLS with mail hosts', () => {
  it('is each connection once, however many messages go over it', async () => {
    await send();
    expect(seen).toEqual([{ ...plain, fault: null }]);
  });

  it('is nothing of notices and reports of ours', async () => {
    await send({}, '');
    expect(seen).toEqual([]);
  });

  it('is that a host has none', async () => {
    await replaceSink(null);
    await send();
    expect(seen).toEqual([{ ...plain, fault: 'starttls-not-supported' }]);
  });

  it('is what is wrong about a certificate where a policy asks for a good one', async () => {
    const options = await publish(enforcePolicy('sink.example'));
    await send(options);
    const policy = {
      type: 'sts',
      hosts: ['sink.example'],
      lines: expect.arrayContaining(['mode: enforce']) as string[],
    };
    expect(seen).toEqual([{ ...plain, policy, fault: null }]);
    await replaceSink(testCertificate);
    await send(options);
    const faults = ['certificate-not-trusted', 'certificate-host-mismatch'];
    expect(faults).toContain(seen.at(-1)?.fault);
    expect(sink.messages).toHaveLength(0);
  });

  it('is the same where a policy is only tested, though mail goes there', async () => {
    const options = await publish(enforcePolicy('sink.example').replace('enforce', 'testing'));
    await replaceSink(testCertificate);
    await send(options);
    expect(sink.messages).toHaveLength(2);
    expect(seen).toMatchObject([{ policy: { type: 'sts' }, fault: expect.stringMatching(/^certificate-/) as string }]);
  });

  it('is that a policy names no host there is', async () => {
    await send(await publish(enforcePolicy('other.example')));
    expect(seen).toMatchObject([
      { host: null, policy: { type: 'sts', hosts: ['other.example'] }, fault: 'validation-failure' },
      { host: null },
    ]);
  });

  it('is DANE, which goes before', async () => {
    const key = new X509Certificate(hostChain.cert).publicKey.export({ type: 'spki', format: 'der' });
    const certificate = createHash('sha256').update(key).digest();
    dns.add({
      [domain]: { ...mx('sink.example'), authentic: true },
      'sink.example': { A: ['127.0.0.1'], authentic: true },
      [`_${sink.port}._tcp.sink.example`]: {
        TLSA: [{ usage: 3, selector: 1, matchingType: 1, certificate }],
        authentic: true,
      },
    });
    await send();
    const lines = [`3 1 1 ${certificate.toString('hex')}`];
    expect(seen).toEqual([{ ...plain, policy: { type: 'tlsa', lines, hosts: [] }, fault: null }]);
    await replaceSink(testCertificate);
    await send();
    expect(seen.at(-1)).toMatchObject({ policy: { type: 'tlsa' }, fault: 'validation-failure' });
  });
});

it.each([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-host-mismatch'],
  ['CERT_HAS_EXPIRED', 'certificate-expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-not-trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-not-trusted'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'validation-failure'],
  ['', 'validation-failure'],
])('%j of Node.js is %s', (code, fault) => {
  expect(tlsFaultOf(code)).toBe(fault);
});
