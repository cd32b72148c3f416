import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { startDnsServer } from '#support/dns-server.ts';
import type { DnsServer } from '#support/dns-server.ts';
import { silentLog } from '#support/silent-log.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';
import { testCertificate } from '#support/tls.ts';
import { defaultPoolLimits } from '#mail/deliver/connection-pool.ts';
import { createGuardedDialer } from '#mail/deliver/dialer.ts';
import { createMxTransport } from '#mail/deliver/mx-transport.ts';
import { isPublicAddress } from '#mail/deliver/public-address.ts';
import { createResolver } from '#mail/deliver/resolver.ts';
import { defaultSmtpTimeouts } from '#mail/deliver/smtp-timeouts.ts';
import type { OutboundMessage, Transport } from '#mail/deliver/transport.ts';

let dns: DnsServer;
let sink: SmtpSink;
let transports: Transport[] = [];

beforeEach(async () => {
  sink = await startSmtpSink({ tls: testCertificate });
  dns = await startDnsServer({ 'sink.example': { A: ['127.0.0.1'] }, 'dead.example': { A: ['127.0.0.9'] } });
});
afterEach(async () => {
  await Promise.all(transports.map((transport) => transport.close()));
  transports = [];
  await Promise.all([sink.stop(), dns.close()]);
});

const isLoopback = (address: string): boolean => address.startsWith('127.');

const transportVia = (allowAddress = isLoopback): Transport => {
  const resolver = createResolver({ servers: [dns.address], timeoutMs: 500, clock: systemClock });
  const transport = createMxTransport({
    resolver,
    dialer: createGuardedDialer({ resolver, allowAddress, timeoutMs: 1000 }),
    random: systemRandom,
    ownHostname: 'mx.kauke.example',
    port: sink.port,
    timeouts: defaultSmtpTimeouts,
    poolLimits: defaultPoolLimits,
    log: silentLog,
  });
  transports.push(transport);
  return transport;
};

const messageTo = (rcptTo: string): OutboundMessage => ({
  mailFrom: '',
  rcptTo,
  content: [Buffer.from('Subject: hi\r\n\r\nhello\r\n')],
  smtpUtf8: false,
});

const mx = (...exchanges: string[]) => ({ MX: exchanges.map((exchange, index) => ({ preference: index, exchange })) });

describe('the MX transport', () => {
  it('names the destination by the domain, in one form', () => {
    expect(transportVia().destinationOf('Inbox@Müller.EXAMPLE')).toBe('xn--mller-kva.example');
  });

  it('delivers encrypted to the mail host of the domain', async () => {
    dns.add({ 'target.example': mx('sink.example') });
    expect(await transportVia().attempt(messageTo('inbox@target.example')).outcome).toEqual({ kind: 'delivered' });
    expect(sink.messages[0]).toMatchObject({ rcptTo: ['inbox@target.example'], secure: true });
  });

  it('goes to the next host when one is dead, and keeps to the first that refuses the recipient', async () => {
    dns.add({ 'target.example': mx('missing.example', 'dead.example', 'sink.example') });
    const transport = transportVia();
    expect(await transport.attempt(messageTo('inbox@target.example')).outcome).toEqual({ kind: 'delivered' });
    sink.setScript({ onRcpt: () => ({ code: 550, text: '5.1.1 unknown' }) });
    expect(await transport.attempt(messageTo('inbox@target.example')).outcome).toMatchObject({
      kind: 'refused',
      code: 550,
      stage: 'rcpt',
    });
  });

  it('goes to the next host when one turns it away', async () => {
    let asked = 0;
    dns.add({ 'target.example': mx('sink.example', 'other.example'), 'other.example': { A: ['127.0.0.1'] } });
    sink.setScript({ onConnect: () => ((asked += 1) === 1 ? { code: 421, text: 'busy' } : 'accept') });
    expect(await transportVia().attempt(messageTo('inbox@target.example')).outcome).toEqual({ kind: 'delivered' });
    expect(asked).toBe(2);
  });

  it('tries once more in clear when TLS fails', async () => {
    dns.add({ 'target.example': mx('halftls.example'), 'halftls.example': { A: ['127.0.0.3'] } });
    const commands: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 x\r\n');
      socket.on('data', (octets) => {
        const text = octets.toString('latin1');
        commands.push(text.slice(0, 4));
        if (text.startsWith('EHLO')) socket.write('250-x\r\n250 STARTTLS\r\n');
        else if (text.startsWith('STARTTLS')) socket.write('220 go\r\n');
        else if (text.startsWith('DATA')) socket.write('354 go\r\n');
        else if (text.startsWith('\x16')) socket.end('no TLS here after all');
        else socket.write('250 ok\r\n');
      });
    });
    server.listen(sink.port, '127.0.0.3');
    await once(server, 'listening');
    expect(await transportVia().attempt(messageTo('inbox@target.example')).outcome).toEqual({ kind: 'delivered' });
    server.close();
    expect(commands.filter((command) => command === 'STAR')).toHaveLength(1);
    expect(commands.slice(-4)).toEqual(['MAIL', 'RCPT', 'DATA', 'Subj']);
  });

  it('refuses where no mail can go, and puts off while DNS is in trouble', async () => {
    dns.add({
      'nomail.example': { MX: [{ preference: 0, exchange: '.' }] },
      'inside.example': mx('sink.example'),
      'nowhere.example': mx('missing.example'),
      'broken.example': 'servfail',
    });
    const transport = transportVia(isPublicAddress);
    const outcomeOf = (domain: string) => transport.attempt(messageTo(`inbox@${domain}`)).outcome;
    expect(await outcomeOf('nomail.example')).toEqual({ kind: 'refused', code: 556, enhanced: '5.1.10', stage: 'dns' });
    expect(await outcomeOf('missing.example')).toMatchObject({ kind: 'refused', enhanced: '5.1.2' });
    expect(await outcomeOf('nowhere.example')).toMatchObject({ kind: 'refused', enhanced: '5.4.4' });
    expect(await outcomeOf('inside.example')).toMatchObject({ kind: 'refused', enhanced: '5.4.4' });
    expect(await outcomeOf('broken.example')).toMatchObject({ kind: 'deferred', stage: 'dns' });
    expect(sink.connectionCount()).toBe(0);
  });

  it('stops at once while DNS keeps silent', async () => {
    dns.add({ 'silent.example': 'silence' });
    const attempt = transportVia().attempt(messageTo('inbox@silent.example'));
    attempt.stop();
    expect(await attempt.outcome).toMatchObject({ kind: 'deferred', code: null });
  });
});
