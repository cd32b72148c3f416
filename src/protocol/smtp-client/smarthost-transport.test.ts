import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { SmarthostConfig } from '#config/config.ts';
import { createPlainDialer } from '#protocol/net/dialer.ts';
import { defaultPoolLimits } from '#protocol/smtp-client/connection-pool.ts';
import { createSmarthostTransport } from '#protocol/smtp-client/smarthost-transport.ts';
import { defaultSmtpTimeouts, type SmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import { silentLog } from '#support/silent-log.ts';
import { startSmtpSink, type SinkOptions, type SmtpSink } from '#support/smtp-sink.ts';
import { testCertificate } from '#support/tls.ts';

const message: DeliveryRequest = {
  deliveryId: '9b2f1c1e-3f63-4b7b-9c33-0d0a5b7f8f11',
  targetId: null,
  mailFrom: 'b=token@mask.example',
  rcptTo: 'inbox@target.example',
  content: [Buffer.from('Subject: hi\r\n\r\n'), Buffer.from('.dot\r\nlast line\r\n')],
  smtpUtf8: false,
};

let cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.map((cleanUp) => cleanUp()));
  cleanUps = [];
});

function transportTo(
  port: number,
  smarthost: Partial<SmarthostConfig> = {},
  timeouts: Partial<SmtpTimeouts> = {},
  poolLimits = defaultPoolLimits,
): Transport {
  const transport = createSmarthostTransport({
    smarthost: { host: '127.0.0.1', port, implicitTls: false, user: null, password: null, ...smarthost },
    ownHostname: 'mx.kauke.example',
    dialer: createPlainDialer(1000),
    timeouts: { ...defaultSmtpTimeouts, ...timeouts },
    poolLimits,
    log: silentLog,
  });
  cleanUps.push(() => transport.close());
  return transport;
}

async function sinkWith(options: SinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  cleanUps.push(() => sink.stop());
  return sink;
}

/** A server that says what a test wants, octet for octet. */
async function rawServer(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => server.close());
  return (server.address() as AddressInfo).port;
}

describe('the smarthost transport', () => {
  it('delivers octet for octet', async () => {
    const sink = await sinkWith();
    const attempt = transportTo(sink.port).attempt(message);
    expect(attempt.pastFinalDot()).toBe(false);
    expect(await attempt.outcome).toEqual({ kind: 'delivered' });
    expect(attempt.pastFinalDot()).toBe(true);
    expect(sink.messages[0]).toMatchObject({
      mailFrom: message.mailFrom,
      rcptTo: [message.rcptTo],
      helo: 'mx.kauke.example',
      secure: false,
    });
    expect(sink.messages[0]?.raw.equals(Buffer.concat(message.content))).toBe(true);
  });

  it('delivers a large message to a server without PIPELINING', async () => {
    const sink = await sinkWith({ hidePipelining: true });
    const body = Buffer.from(`..${'x'.repeat(76)}\r\n`.repeat(50_000));
    const outcome = await transportTo(sink.port).attempt({ ...message, mailFrom: '', content: [body] }).outcome;
    expect(outcome).toEqual({ kind: 'delivered' });
    expect(sink.messages[0]?.raw.equals(body)).toBe(true);
  });

  it('encrypts where it can and signs in where it must', async () => {
    const auth = { user: 'kauke', password: 'secret' };
    const sink = await sinkWith({ tls: testCertificate, auth });
    expect(await transportTo(sink.port, auth).attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(sink.messages[0]).toMatchObject({ secure: true, user: 'kauke' });
  });

  it('speaks TLS from the first octet to smtps', async () => {
    const sink = await sinkWith({ tls: testCertificate, implicitTls: true });
    const outcome = await transportTo(sink.port, { implicitTls: true }).attempt(message).outcome;
    expect(outcome).toEqual({ kind: 'delivered' });
    expect(sink.messages[0]?.secure).toBe(true);
  });

  it('puts off, never refuses, when it may not sign in', async () => {
    const sink = await sinkWith({ tls: testCertificate, auth: { user: 'kauke', password: 'secret' } });
    const wrong = transportTo(sink.port, { user: 'kauke', password: 'wrong' }).attempt(message);
    expect(await wrong.outcome).toMatchObject({ kind: 'deferred', code: 535, stage: 'auth' });
    const none = transportTo(sink.port).attempt(message);
    expect(await none.outcome).toMatchObject({ kind: 'deferred', code: 530, stage: 'mail' });
  });

  it.each([
    ['onMail', 'mail'],
    ['onRcpt', 'rcpt'],
    ['onData', 'data'],
  ] as const)('tells refusals from deferrals at %s', async (hook, stage) => {
    const sink = await sinkWith({ [hook]: () => ({ code: 550, text: '5.7.1 go away inbox@target.example' }) });
    const transport = transportTo(sink.port);
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'refused', code: 550, enhanced: '5.7.1', stage });
    sink.setScript({ [hook]: () => ({ code: 451, text: 'later' }) });
    expect(await transport.attempt(message).outcome).toMatchObject({ kind: 'deferred', code: 451, stage });
    sink.setScript({});
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
  });

  it('puts off when nobody listens, and when the server turns it away', async () => {
    const sink = await sinkWith({ onConnect: () => ({ code: 554, text: 'No' }) });
    const transport = transportTo(sink.port);
    expect(await transport.attempt(message).outcome).toMatchObject({ kind: 'deferred', code: 554, stage: 'greeting' });
    await sink.stop();
    expect(await transport.attempt(message).outcome).toMatchObject({ kind: 'deferred', code: null, stage: 'connect' });
  });

  it('puts off when the connection is cut after the final dot, and says that the dot was sent', async () => {
    const sink = await sinkWith({ onData: () => 'drop' });
    const attempt = transportTo(sink.port).attempt(message);
    expect(await attempt.outcome).toEqual({ kind: 'deferred', code: null, enhanced: null, stage: 'data' });
    expect(attempt.pastFinalDot()).toBe(true);
  });

  it('can be stopped before the final dot and not after it', async () => {
    let answer = (_action: 'accept'): void => {};
    const sink = await sinkWith({ onRcpt: () => 'hang' });
    const transport = transportTo(sink.port);
    const early = transport.attempt(message);
    await expect.poll(() => sink.connectionCount()).toBe(1);
    early.stop();
    expect(await early.outcome).toMatchObject({ kind: 'deferred', code: null });
    expect(early.pastFinalDot()).toBe(false);

    const held = new Promise<'accept'>((resolve) => {
      answer = resolve;
    });
    sink.setScript({ onData: () => held });
    const late = transport.attempt(message);
    await sink.waitForReceived(1);
    late.stop();
    answer('accept');
    expect(await late.outcome).toEqual({ kind: 'delivered' });
    expect(sink.received).toHaveLength(1);
  });

  it('gives up on a server that does not answer', async () => {
    const sink = await sinkWith({ onMail: () => 'hang' });
    const outcome = await transportTo(sink.port, {}, { mailMs: 50 }).attempt(message).outcome;
    expect(outcome).toEqual({ kind: 'deferred', code: null, enhanced: null, stage: 'mail' });
  });

  it('refuses addresses that would break out of the command', async () => {
    const sink = await sinkWith();
    const transport = transportTo(sink.port);
    for (const rcptTo of ['a@b.example>\r\nDATA', 'a@b.example> NOTIFY=NEVER', 'a\0@b.example']) {
      expect(await transport.attempt({ ...message, rcptTo }).outcome).toMatchObject({ kind: 'refused', stage: 'rcpt' });
    }
    expect(sink.received).toHaveLength(0);
  });
});

describe('the smarthost transport, with connections kept', () => {
  it('uses one connection for messages one after the other, up to its limit', async () => {
    const sink = await sinkWith();
    const transport = transportTo(sink.port, {}, {}, { idleMs: 5_000, maxMessagesPerConnection: 3 });
    for (let count = 0; count < 5; count += 1) await transport.attempt(message).outcome;
    const connections = (await sink.waitForMessages(5)).map(({ connectionId }) => connectionId);
    expect(new Set(connections.slice(0, 3)).size).toBe(1);
    expect(new Set(connections).size).toBe(2);
  });

  it.each([false, true])(
    'uses it for the next one after a recipient was refused, pipelining hidden: %s',
    async (hidePipelining) => {
      const sink = await sinkWith({ hidePipelining });
      sink.setScript({
        onRcpt: (address) => (address.startsWith('full') ? { code: 451, text: '4.2.0 Full' } : 'accept'),
      });
      const transport = transportTo(sink.port);
      const refused = { ...message, rcptTo: 'full@target.example' };
      for (const one of [refused, message, refused, refused, message]) {
        const { kind } = await transport.attempt(one).outcome;
        expect(kind).toBe(one === message ? 'delivered' : 'deferred');
      }
      expect(sink.messages).toHaveLength(2);
      expect(sink.connectionCount()).toBe(1);
    },
  );

  it('asks a server that does not forget a refused message over a new connection', async () => {
    const port = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 ready\r\n');
      socket.on('data', (octets) => {
        if (octets.includes('EHLO')) socket.write('250 here\r\n');
        else if (octets.includes('RSET')) socket.write('550 5.5.1 never heard of it\r\n');
        else if (octets.includes('MAIL')) socket.write('250 ok\r\n');
        else if (octets.includes('RCPT')) socket.write('450 4.2.1 later\r\n');
      });
    });
    const transport = transportTo(port);
    for (let count = 0; count < 2; count += 1) {
      expect(await transport.attempt(message).outcome).toMatchObject({ kind: 'deferred', code: 450, stage: 'rcpt' });
    }
  });

  it('does not use one again whose server waits for the content of a refused message', async () => {
    let connections = 0;
    const said: string[] = [];
    const port = await rawServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.write('220 ready\r\n');
      socket.on('data', (octets) => {
        said.push(octets.toString());
        if (octets.includes('EHLO')) socket.write('250-here\r\n250 PIPELINING\r\n');
        if (octets.includes('MAIL')) socket.write('250 ok\r\n450 4.2.1 later\r\n354 go on\r\n');
      });
    });
    const transport = transportTo(port);
    for (let count = 0; count < 2; count += 1) {
      expect(await transport.attempt(message).outcome).toMatchObject({ kind: 'deferred', code: 450, stage: 'rcpt' });
    }
    expect(connections).toBe(2);
    expect(said.join('')).not.toContain('last line');
  });

  it('sends once more over a new connection when the kept one has died', async () => {
    const sink = await sinkWith();
    const transport = transportTo(sink.port);
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    await sink.stop();
    await sink.start();
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(sink.connectionCount()).toBe(2);
  });

  it('does so too when the server hangs up instead of answering MAIL', async () => {
    let connections = 0;
    const port = await rawServer((socket) => {
      connections += 1;
      const isFirst = connections === 1;
      socket.on('error', () => {});
      socket.write('220 x\r\n');
      let messages = 0;
      socket.on('data', (octets) => {
        const text = octets.toString();
        if (text.startsWith('EHLO')) socket.write('250-x\r\n250 PIPELINING\r\n');
        else if (text.startsWith('MAIL') && isFirst && messages > 0) socket.end('421 4.4.2 idle\r\n');
        else if (text.startsWith('MAIL')) socket.write('250 ok\r\n250 ok\r\n354 go\r\n');
        else if (text.endsWith('\r\n.\r\n')) {
          messages += 1;
          socket.write('250 ok\r\n');
        }
      });
    });
    const transport = transportTo(port);
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(await transport.attempt(message).outcome).toEqual({ kind: 'delivered' });
    expect(connections).toBe(2);
  });
});

describe('the smarthost transport, facing odd servers', () => {
  it.each([
    ['endless reply lines', '220-x\r\n'.repeat(200)],
    ['a line without end', 'x'.repeat(400_000)],
    ['something else than SMTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['a code out of range', '999 x\r\n'],
  ])('puts off on %s', async (_name, greeting) => {
    const port = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.write(greeting);
    });
    expect(await transportTo(port).attempt(message).outcome).toMatchObject({ kind: 'deferred', stage: 'greeting' });
  });

  it('falls back to HELO', async () => {
    const port = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.write('220-hello\r\n220 x\r\n');
      let inData = false;
      socket.on('data', (octets) => {
        const text = octets.toString();
        if (inData) {
          inData = !text.endsWith('\r\n.\r\n');
          if (!inData) socket.write('250\r\n');
        } else if (text.startsWith('EHLO')) socket.write('502 what?\r\n');
        else if (text.startsWith('DATA')) {
          inData = true;
          socket.write('354 go\r\n');
        } else
          socket.write(
            text === 'MAIL FROM:<b=token@mask.example>\r\n' || !text.startsWith('MAIL') ? '250 ok\r\n' : '555 no\r\n',
          );
      });
    });
    expect(await transportTo(port).attempt(message).outcome).toEqual({ kind: 'delivered' });
  });
});
