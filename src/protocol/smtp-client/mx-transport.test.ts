import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDnsServer } from '#support/dns-server.ts';
import type { DnsServer } from '#support/dns-server.ts';
import { createMxRoute, messageTo, mx, type MxRouteOptions } from '#support/mx-route.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';
import { testCertificate } from '#support/tls.ts';
import { isPublicAddress } from '#protocol/net/public-address.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';

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

function transportVia(options: Partial<MxRouteOptions> = {}): Transport {
  const transport = createMxRoute({ dns, port: sink.port, ...options });
  transports.push(transport);
  return transport;
}

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
    const transport = transportVia({ allowAddress: isPublicAddress });
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

  it('sends mail for all domains of one provider over one connection', async () => {
    const hosts = {
      MX: ['sink.example', 'second.example'].map((exchange) => ({ preference: 10, exchange })),
    };
    dns.add({ 'one.example': hosts, 'two.example': hosts, 'second.example': { A: ['127.0.0.1'] } });
    const transport = transportVia();
    for (let count = 0; count < 10; count += 1) {
      for (const domain of ['one.example', 'two.example']) {
        expect(await transport.attempt(messageTo(`inbox@${domain}`)).outcome).toEqual({ kind: 'delivered' });
      }
    }
    expect(sink.connectionCount()).toBe(1);
  });

  it('does not leave a better host for the connection to a worse one', async () => {
    const better = await startSmtpSink({ host: '127.0.0.4', port: sink.port });
    await better.stop();
    dns.add({ 'target.example': mx('better.example', 'sink.example'), 'better.example': { A: ['127.0.0.4'] } });
    const transport = transportVia();
    await transport.attempt(messageTo('inbox@target.example')).outcome;
    await better.start();
    await transport.attempt(messageTo('inbox@target.example')).outcome;
    expect([better.messages.length, sink.messages.length]).toEqual([1, 1]);
    await better.stop();
  });

  it('reaches a host that has IPv6 only', async () => {
    const six = await startSmtpSink({ host: '::1', port: sink.port });
    dns.add({ 'target.example': mx('six.example'), 'six.example': { AAAA: ['::1'] } });
    expect(await transportVia().attempt(messageTo('inbox@target.example')).outcome).toEqual({ kind: 'delivered' });
    expect(six.messages).toHaveLength(1);
    await six.stop();
  });

  it('leaves from the address of ours that a message names, by its own connections, and calls itself so', async () => {
    dns.add({ 'target.example': mx('sink.example') });
    const transport = transportVia();
    const from = (address: string) => ({ ipv4: { address, hostname: `${address}.kauke.example` }, ipv6: null });
    const message = messageTo('inbox@target.example');
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.2', '127.0.0.3']) {
      const sent = transport.attempt({ ...message, from: from(address) });
      expect(await sent.outcome).toEqual({ kind: 'delivered' });
    }
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(sink.messages.map(({ client, helo }) => `${client} ${helo}`)).toEqual([
      '127.0.0.2 127.0.0.2.kauke.example',
      '127.0.0.3 127.0.0.3.kauke.example',
      '127.0.0.2 127.0.0.2.kauke.example',
      '127.0.0.3 127.0.0.3.kauke.example',
      '127.0.0.1 mx.kauke.example',
    ]);
    expect(sink.connectionCount()).toBe(3);
  });

  it('dials no host of a family that it has no address of, and puts off what has no other', async () => {
    const six = await startSmtpSink({ host: '::1', port: sink.port });
    dns.add({ 'target.example': mx('six.example', 'sink.example'), 'six.example': { AAAA: ['::1'] } });
    dns.add({ 'six-only.example': mx('six.example') });
    const from = { ipv4: { address: '127.0.0.2', hostname: 'mx2.kauke.example' }, ipv6: null };
    const outcomeOf = (domain: string) => transportVia().attempt({ ...messageTo(`inbox@${domain}`), from }).outcome;
    expect(await outcomeOf('target.example')).toEqual({ kind: 'delivered' });
    expect(await outcomeOf('six-only.example')).toMatchObject({ kind: 'deferred', stage: 'connect' });
    expect([six.connectionCount(), sink.messages.length]).toEqual([0, 1]);
    await six.stop();
  });

  it('tries no more than five of many hosts', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `h${index}.example`);
    for (const name of names) dns.add({ [name]: { A: ['127.0.0.9'] } });
    dns.add({ 'target.example': mx(...names) });
    const outcome = await transportVia().attempt(messageTo('inbox@target.example')).outcome;
    expect(outcome).toMatchObject({ kind: 'deferred', stage: 'connect' });
    expect(dns.questions.filter((question) => question.startsWith('A h'))).toHaveLength(5);
  });

  it.each([
    ['the banner', 'greeting', { onConnect: () => 'hang' }, { greetingMs: 50 }],
    ['MAIL', 'mail', { onMail: () => 'hang' }, { mailMs: 50 }],
    ['RCPT', 'rcpt', { onRcpt: () => 'hang' }, { rcptMs: 50 }],
    ['the final dot', 'data', { onData: () => 'hang' }, { finalDotMs: 50 }],
  ] as const)('puts off when a host hangs at %s', async (_name, stage, script, timeouts) => {
    dns.add({ 'target.example': mx('sink.example') });
    sink.setScript(script);
    const outcome = await transportVia({ timeouts }).attempt(messageTo('inbox@target.example')).outcome;
    expect(outcome).toEqual({ kind: 'deferred', code: null, enhanced: null, stage });
  });

  it.each([
    ['the banner', 'greeting', { onConnect: () => ({ code: 421 }) }],
    ['MAIL', 'mail', { onMail: () => ({ code: 421 }) }],
    ['RCPT', 'rcpt', { onRcpt: () => ({ code: 421 }) }],
    ['the final dot', 'data', { onData: () => ({ code: 421 }) }],
  ] as const)('puts off when a host is busy at %s', async (_name, stage, script) => {
    dns.add({ 'target.example': mx('sink.example') });
    sink.setScript(script);
    const outcome = await transportVia().attempt(messageTo('inbox@target.example')).outcome;
    expect(outcome).toMatchObject({ kind: 'deferred', code: 421, stage });
  });
});
