import { describe, expect, it } from 'vitest';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import { greet, openData, startMxListener } from '#support/mx-listener.ts';
import { connectSmtp, sendMessage } from '#support/smtp-client.ts';

describe('the MX listener, in DATA', () => {
  it.each(['a\n.\nb', 'a\r.\rb', 'a\r\n.\nb', 'a\n.\r\nb', 'nul \0', '\n'])(
    'refuses %j after the true end, and the session goes on',
    async (content) => {
      const { port, messages } = await startMxListener();
      const client = await greet(port);
      await openData(client);
      await client.send(`${content}\r\n.\r\nNOOP\r\n`);
      expect(await client.reply()).toBe('550 5.6.0 Message has bare CR, bare LF or NUL octets');
      expect(await client.reply()).toMatch(/^250 /);
      expect(messages).toHaveLength(0);
    },
  );

  it('refuses a message that is too large by SIZE, or after its end', async () => {
    const { port, messages, listener } = await startMxListener({}, { maxMessageBytes: 1000, cutOffBytes: 100_000 });
    const client = await greet(port);
    expect(await client.command('MAIL FROM:<a@b.example> SIZE=1001')).toMatch(
      /^552 5\.3\.4 .* larger than 1,000 bytes/,
    );
    await openData(client);
    await client.send(`${'x'.repeat(3000)}\r\n`.repeat(3));
    await client.send('.\r\n');
    expect(await client.reply()).toMatch(/^552 5\.3\.4 Message is larger than 1,000 bytes/);
    await openData(client);
    await client.send(`${'x'.repeat(998)}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250 /);
    expect(messages).toHaveLength(1);
    expect(listener.load().heldBytes).toBe(0);
  });

  it('takes no dot within a message that is too large for its end', async () => {
    const { port, messages } = await startMxListener({}, { maxMessageBytes: 1000, cutOffBytes: 100_000 });
    const client = await greet(port);
    await openData(client);
    await client.send(`${'x'.repeat(3000)}\r\n.\nQUIT\r\n\n.\r\nQUIT\r\n..\r\n.\r\nNOOP\r\n`);
    expect(await client.reply()).toMatch(/^552 5\.3\.4/);
    expect(await client.reply()).toMatch(/^250 /);
    expect(messages).toHaveLength(0);
  });

  it('cuts off a client that sends on far past the limit', async () => {
    const { port, listener } = await startMxListener({}, { maxMessageBytes: 1000, cutOffBytes: 2000 });
    const client = await greet(port);
    await openData(client);
    await client.send('x'.repeat(5000));
    expect(await client.reply()).toMatch(/^552 5\.3\.4/);
    await client.closed();
    expect(listener.load().heldBytes).toBe(0);
  });

  it('puts messages off while too many octets are in hand', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { port, messages } = await startMxListener(
      { message: () => held.then(() => sessionReplies.ok) },
      { maxMessageBytes: 50_000, maxHeldBytes: 60_000 },
    );
    const first = await greet(port);
    await openData(first);
    await first.send(`${'x'.repeat(998)}\r\n`.repeat(48));
    await first.send('.\r\n');
    const second = await greet(port);
    expect(await second.command('MAIL FROM:<a@b.example> SIZE=20000')).toMatch(/^452 4\.3\.1/);
    await openData(second);
    await second.send(`${'x'.repeat(70)}\r\n`.repeat(300));
    await second.send('.\r\n');
    expect(await second.reply()).toMatch(/^452 4\.3\.1/);
    letGo();
    expect(await first.reply()).toMatch(/^250 /);
    expect(await second.command('MAIL FROM:<a@b.example> SIZE=20000')).toMatch(/^250 /);
    expect(messages).toHaveLength(1);
  });

  it('survives clients that disconnect or reset within DATA, and forgets them', async () => {
    const { port, listener, messages } = await startMxListener();
    for (const leave of ['end', 'destroy'] as const) {
      const client = await greet(port);
      await client.command('MAIL FROM:<a@b.example> SIZE=100000');
      await client.command('RCPT TO:<x@mx.example>');
      await client.command('DATA');
      await client.send('half a mess');
      client[leave]();
      await client.closed();
    }
    await expect.poll(() => listener.load()).toEqual({ connections: 0, heldBytes: 0 });
    expect(messages).toHaveLength(0);
    const replies = await sendMessage({ port, from: 'a@b.example', to: 'x@mx.example', data: 'hi\r\n' });
    expect(replies.data).toMatch(/^250 /);
  });

  it('gives up on a client that stalls, in DATA or before a command', async () => {
    const { port, listener } = await startMxListener(
      {},
      { dataDelayMs: 50, commandTimeoutMs: 1_000, sweepEveryMs: 20 },
    );
    const silent = await greet(port);
    const client = await greet(port);
    await openData(client);
    await client.send('half a mess');
    expect(await client.reply()).toMatch(/^421 4\.4\.2/);
    expect(await silent.reply()).toMatch(/^421 4\.4\.2/);
    await Promise.all([client.closed(), silent.closed()]);
    await expect.poll(() => listener.load()).toEqual({ connections: 0, heldBytes: 0 });
  });

  it('answers a client that closes its half after the final dot', async () => {
    const { port } = await startMxListener();
    const client = await connectSmtp({ port });
    await client.send('EHLO c\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<x@mx.example>\r\nDATA\r\nhi\r\n.\r\n');
    client.end();
    for (let count = 0; count < 5; count += 1) await client.reply();
    expect(await client.reply()).toBe('250 2.0.0 Message accepted');
  });

  it('takes a message octet by octet', async () => {
    const { port, messages } = await startMxListener();
    const client = await greet(port);
    await openData(client);
    for (const octet of 'a\r\n..b\r\n.\r\n') await client.send(octet);
    expect(await client.reply()).toMatch(/^250 /);
    expect(messages[0]?.content.toString()).toBe('a\r\n.b\r\n');
  });
});
