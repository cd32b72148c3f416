import { afterEach, describe, expect, it } from 'vitest';
import { createPlainDialer } from '#protocol/net/dialer.ts';
import { defaultPoolLimits } from '#protocol/smtp-client/connection-pool.ts';
import { createRoutedTransport, type Route } from '#protocol/smtp-client/routed-transport.ts';
import { defaultSmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { createMxRoute, messageTo } from '#support/mx-route.ts';
import { silentLog } from '#support/silent-log.ts';
import { startSmtpSink, type SinkOptions, type SmtpSink } from '#support/smtp-sink.ts';
import { testCertificate } from '#support/tls.ts';

const scope: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(scope.splice(0).map((close) => close()));
});

async function sinkWith(options: SinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  scope.push(() => sink.stop());
  return sink;
}

function lmtpRoute({ port }: SmtpSink): Route {
  return { domain: 'example.org', protocol: 'lmtp', host: '127.0.0.1', port };
}

/** Beside the routes DNS leads to this machine, where nothing may be dialed. */
async function transportOf(routes: readonly Route[]): Promise<Transport> {
  const dns = await startDnsServer();
  dns.add({ 'private.example': { A: ['127.0.0.1'] }, 'sub.example.org': { A: ['127.0.0.1'] } });
  const transport = createRoutedTransport({
    routes,
    others: createMxRoute({ dns, port: 25, allowAddress: () => false }),
    ownHostname: 'mx.kauke.example',
    dialer: createPlainDialer(1000),
    timeouts: defaultSmtpTimeouts,
    poolLimits: defaultPoolLimits,
    log: silentLog,
  });
  scope.push(() => transport.close().then(() => dns.close()));
  return transport;
}

describe('the routed transport', () => {
  it('hands mail for a domain to its LMTP server, message after message over one connection', async () => {
    const sink = await sinkWith({ lmtp: true });
    const transport = await transportOf([lmtpRoute(sink)]);
    for (const rcptTo of ['ann@example.org', 'Ben@EXAMPLE.org']) {
      expect(await transport.attempt(messageTo(rcptTo)).outcome).toEqual({ kind: 'delivered' });
    }
    expect(sink.messages.map(({ rcptTo, helo }) => [...rcptTo, helo])).toEqual([
      ['ann@example.org', 'mx.kauke.example'],
      ['Ben@EXAMPLE.org', 'mx.kauke.example'],
    ]);
    expect(sink.messages[0]?.raw.equals(Buffer.concat(messageTo('').content))).toBe(true);
    expect(sink.connectionCount()).toBe(1);
  });

  it('encrypts where the LMTP server offers it, and works where it does not pipeline', async () => {
    const sink = await sinkWith({ lmtp: true, tls: testCertificate, hidePipelining: true });
    const transport = await transportOf([lmtpRoute(sink)]);
    expect(await transport.attempt(messageTo('ann@example.org')).outcome).toEqual({ kind: 'delivered' });
    expect(sink.messages[0]?.secure).toBe(true);
  });

  it.each([
    ['onRcpt', 'rcpt'],
    ['onData', 'data'],
  ] as const)('tells what the server says of the recipient at %s, and delivers the next', async (hook, stage) => {
    const sink = await sinkWith({ lmtp: true, [hook]: () => ({ code: 550, text: '5.1.1 nobody' }) });
    const transport = await transportOf([lmtpRoute(sink)]);
    const attempt = () => transport.attempt(messageTo('ann@example.org')).outcome;
    expect(await attempt()).toMatchObject({ kind: 'refused', code: 550, stage });
    sink.setScript({ [hook]: () => ({ code: 452, text: '4.2.2 full' }) });
    expect(await attempt()).toMatchObject({ kind: 'deferred', code: 452, stage });
    sink.setScript({});
    expect(await attempt()).toEqual({ kind: 'delivered' });
  });

  it('puts mail off where the server is away, or speaks another protocol than was said', async () => {
    const sink = await sinkWith();
    const transport = await transportOf([lmtpRoute(sink)]);
    const attempt = () => transport.attempt(messageTo('ann@example.org')).outcome;
    expect(await attempt()).toMatchObject({ kind: 'deferred', stage: 'greeting' });
    await sink.stop();
    expect(await attempt()).toMatchObject({ kind: 'deferred', stage: 'connect' });
  });

  it('leads nobody else to private servers: other domains, and names below a routed one, go the guarded way', async () => {
    const sink = await sinkWith({ lmtp: true });
    const transport = await transportOf([lmtpRoute(sink)]);
    for (const rcptTo of ['ann@private.example', 'ann@sub.example.org', '"ann@example.org"@private.example']) {
      expect(await transport.attempt(messageTo(rcptTo)).outcome).toMatchObject({ kind: 'refused', enhanced: '5.4.4' });
    }
    expect(sink.connectionCount()).toBe(0);
    expect(['ann@EXAMPLE.org', 'ann@private.example'].map(transport.destinationOf)).toEqual([
      'example.org',
      'private.example',
    ]);
  });
});
