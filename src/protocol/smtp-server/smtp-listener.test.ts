import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { acceptAll, greet, makeListener, openData, startMxListener } from '#support/mx-listener.ts';
import { connectSmtp } from '#support/smtp-client.ts';

describe('the MX listener, under STARTTLS', () => {
  it('drops what was piped before the handshake and forgets the session', async () => {
    const { port, messages } = await startMxListener();
    const client = await greet(port);
    await client.command('MAIL FROM:<a@b.example>');
    await client.send('STARTTLS\r\nRCPT TO:<evil@mx.example>\r\nNOOP\r\n');
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command('MAIL FROM:<a@b.example>')).toMatch(/^503 /);
    const hello = await client.command('EHLO client.example');
    expect(hello).not.toContain('STARTTLS');
    expect(await client.command('STARTTLS')).toMatch(/^503 /);
    await openData(client);
    await client.send('hi\r\n.\r\n');
    expect(await client.reply()).toMatch(/^250 /);
    expect(messages[0]?.client.protocol).toBe('ESMTPS');
  });

  it('survives a handshake that is none', async () => {
    const { port, listener } = await startMxListener();
    const client = await greet(port);
    await client.command('STARTTLS');
    await client.send('this is not TLS at all, but it is long enough to be taken for some\r\n');
    await client.closed();
    await expect.poll(() => listener.load().connections).toBe(0);
    await greet(port);
  });
});

describe('the MX listener, at its limits and its end', () => {
  it('turns away connections above the limit of a network', async () => {
    const { port } = await startMxListener({}, { maxConnectionsPerNetwork: 1 });
    const first = await greet(port, '127.0.0.2');
    const second = await connectSmtp({ port, localAddress: '127.0.0.2' });
    expect(await second.reply()).toMatch(/^421 4\.7\.0/);
    await second.closed();
    expect(await first.command('NOOP')).toMatch(/^250 /);
    await greet(port, '127.0.0.3');
  });

  it('lets a message in hand finish and sends the idle away', async () => {
    const { port, listener, messages } = await startMxListener();
    const idle = await greet(port);
    const busy = await greet(port);
    await openData(busy);
    const closed = listener.close(5_000);
    expect(await idle.reply()).toMatch(/^421 4\.3\.2/);
    await busy.send('hi\r\n.\r\n');
    expect(await busy.reply()).toMatch(/^250 /);
    expect(await busy.reply()).toMatch(/^421 4\.3\.2/);
    await closed;
    expect(messages).toHaveLength(1);
    const refused = connect({ port, host: '127.0.0.1' });
    await expect(once(refused, 'connect')).rejects.toThrow('ECONNREFUSED');
  });

  it('waits for no handshake: its client may be gone unnoticed', async () => {
    const { port, listener } = await startMxListener();
    const client = await greet(port);
    await client.command('STARTTLS');
    // Far longer than this test may take.
    await listener.close(600_000);
    await client.closed();
    await expect.poll(() => listener.load().connections).toBe(0);
  });

  it('cuts off after the grace period', async () => {
    const { port, listener } = await startMxListener();
    const busy = await greet(port);
    await openData(busy);
    await listener.close(50);
    await busy.closed();
    expect(listener.load().heldBytes).toBe(0);
  });

  it('tells when the port is taken', async () => {
    const { port } = await startMxListener();
    const other = makeListener({ policy: () => acceptAll, implicitTls: false });
    await expect(other.listen({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE');
  });

  it('survives random octets at every stage', async () => {
    const { port, listener } = await startMxListener({}, { commandTimeoutMs: 500, tlsHandshakeMs: 200 });
    const octets = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255));
    for (const prefix of ['', 'EHLO c\r\n', 'EHLO c\r\nMAIL FROM:<a@b.example>\r\n', 'EHLO c\r\nSTARTTLS\r\n']) {
      const client = await connectSmtp({ port });
      await client.send(prefix);
      await client.send(octets);
      client.end();
      await client.closed();
    }
    await expect.poll(() => listener.load()).toEqual({ connections: 0, heldBytes: 0 });
    await greet(port);
  });
});
