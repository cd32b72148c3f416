import { describe, expect, it } from 'vitest';
import { greet, openData } from '#support/mx-listener.ts';
import { createTime, minutes, seconds, startMx, sweepEveryMs, timedOut } from '#support/slow-clients.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { greetSecurely, startSubmission } from '#support/submission-listener.ts';

describe('a client that keeps us waiting', () => {
  it('has a minute for its first command and five for each further one', async () => {
    const { port, pass } = await startMx();
    const mute = await connectSmtp({ port });
    await mute.reply();
    const idle = await greet(port);
    await pass(minutes);
    expect(await idle.command('NOOP')).toMatch(/^250 /);
    await pass(1);
    expect(await mute.reply()).toMatch(timedOut);
    await pass(5 * minutes - 1);
    expect(await idle.command('NOOP')).toMatch(/^250 /);
    await pass(5 * minutes + 1);
    expect(await idle.reply()).toMatch(timedOut);
    await Promise.all([mute.closed(), idle.closed()]);
  });

  it('has half a minute for a line that it has begun, however it trickles', async () => {
    const { port, pass } = await startMx();
    const client = await greet(port);
    for (const octet of 'NOOP x') {
      await client.send(octet);
      await pass(4 * seconds);
    }
    await client.send('\r\n');
    expect(await client.reply()).toMatch(/^250 /);
    for (const octet of 'NOOP xyz') {
      await client.send(octet);
      await pass(4 * seconds);
    }
    // Long before it would have to say something new, though its octets may come late.
    await pass(30 * seconds);
    expect(await client.reply()).toMatch(timedOut);
  });

  it('has half a minute for a TLS handshake, at its beginning and within', async () => {
    const { port, pass } = await startMx();
    const client = await greet(port);
    expect(await client.command('STARTTLS')).toMatch(/^220 /);
    const implicit = await startSubmission({ implicitTls: true, limits: { sweepEveryMs }, clock: createTime().clock });
    const mute = await connectSmtp({ port: implicit.port });
    await pass(30 * seconds);
    await client.send(Buffer.from('160301', 'hex'));
    expect(implicit.listener.load().connections).toBe(1);
    await pass(1);
    await client.closed();
    mute.destroy();
  });

  it('has the same on the submission listeners, handshake and dialog of signing in included', async () => {
    const { clock, pass } = createTime();
    const limits = { sweepEveryMs };
    const implicit = await startSubmission({ implicitTls: true, limits, clock });
    const mute = await connectSmtp({ port: implicit.port });
    const { port } = await startSubmission({ limits, clock });
    const client = await greetSecurely(port);
    await client.command('AUTH PLAIN');
    await pass(30 * seconds + 1);
    await mute.closed();
    await client.send('AG1lQGt');
    await pass(1);
    await pass(30 * seconds + 1);
    expect(await client.reply()).toMatch(timedOut);
  });
});

describe('a client that sends DATA slowly', () => {
  it('may be silent for a minute', async () => {
    const { port, pass, messages } = await startMx();
    const [quick, silent] = [await greet(port), await greet(port)];
    await openData(quick);
    await openData(silent);
    await pass(minutes);
    await quick.send('hi\r\n.\r\n');
    expect(await quick.reply()).toMatch(/^250 /);
    await pass(1);
    expect(await silent.reply()).toMatch(timedOut);
    expect(messages).toHaveLength(1);
  });

  it('delivers at 500 octets a second, and is sent away at less, whatever it sent quickly before', async () => {
    const { port, pass, messages } = await startMx();
    const [honest, slow] = [await greet(port), await greet(port)];
    await openData(honest);
    await openData(slow);
    await slow.send(`${'x'.repeat(70)}\r\n`.repeat(5000));
    let slowAnswer = '';
    void slow.reply().then(
      (answer) => (slowAnswer = answer),
      (error: unknown) => (slowAnswer = String(error)),
    );
    for (let minute = 0; minute < 10; minute += 1) {
      await honest.send(`${'x'.repeat(998)}\r\n`.repeat(15));
      if (minute < 5) await slow.send(`${'x'.repeat(998)}\r\n`.repeat(10));
      await pass(30 * seconds);
    }
    expect(slowAnswer).toMatch(timedOut);
    await honest.send('.\r\n');
    expect(await honest.reply()).toMatch(/^250 /);
    expect(messages).toHaveLength(1);
  });

  it('has half an hour in all', async () => {
    const { port, pass } = await startMx();
    const client = await greet(port);
    await openData(client);
    for (let minute = 0; minute < 60; minute += 1) {
      await client.send(`${'x'.repeat(998)}\r\n`.repeat(30));
      await pass(30 * seconds);
    }
    await pass(1);
    expect(await client.reply()).toMatch(timedOut);
  });

  it('takes no memory for what it announced', async () => {
    const { port, listener } = await startMx();
    const clients = await Promise.all(Array.from({ length: 20 }, () => greet(port)));
    for (const client of clients) {
      await client.command('MAIL FROM:<a@b.example> SIZE=26214400');
      await client.command('RCPT TO:<x@mx.example>');
      await client.command('DATA');
    }
    expect(listener.load().heldBytes).toBe(0);
    for (const client of clients) await client.send('x');
    await expect.poll(() => listener.load().heldBytes).toBe(20 * 64 * 1024);
  });
});
