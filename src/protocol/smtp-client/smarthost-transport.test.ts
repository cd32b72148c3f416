import { describe, expect, it } from 'vitest';
import { message, rawServer, sinkWith, transportTo } from '#support/smarthost.ts';
import { testCertificate } from '#support/tls.ts';

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

  it('says of nobody that they wrote what it hands in, and says so only where it has signed in', async () => {
    const commands: string[] = [];
    const port = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 x\r\n');
      socket.on('data', (octets) => {
        const line = octets.toString();
        commands.push(line.trim());
        if (line.startsWith('EHLO')) socket.write('250-x\r\n250 AUTH PLAIN\r\n');
        else if (line.startsWith('AUTH')) socket.write('235 welcome\r\n');
        else socket.write('550 no\r\n');
      });
    });
    await transportTo(port, { user: 'kauke', password: 'secret', host: 'localhost' }).attempt(message).outcome;
    await transportTo(port).attempt(message).outcome;
    expect(commands.filter((command) => command.startsWith('MAIL'))).toEqual([
      `MAIL FROM:<${message.mailFrom}> AUTH=<>`,
      `MAIL FROM:<${message.mailFrom}>`,
    ]);
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
