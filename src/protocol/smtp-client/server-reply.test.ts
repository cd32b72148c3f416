import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readServerReply } from '#protocol/smtp-client/server-reply.ts';
import { SocketReader } from '#protocol/net/socket-wire.ts';

/** What a server says is read by the returned reader. */
async function readerOf(speak: (socket: Socket) => void): Promise<SocketReader> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return new SocketReader(socket);
}

describe('readServerReply', () => {
  it('reads all lines of a reply', async () => {
    const reader = await readerOf((socket) => socket.write('250-mx.example\r\n250-SIZE 100\r\n250 HELP\r\n'));
    const lines = ['mx.example', 'SIZE 100', 'HELP'];
    expect(await readServerReply(reader, 5_000)).toEqual({ code: 250, enhanced: null, lines });
  });

  it('waits no longer for many lines than for one', async () => {
    const reader = await readerOf((socket) => {
      const drip = setInterval(() => socket.write('250-wait\r\n'), 50);
      socket.once('close', () => clearInterval(drip));
    });
    await expect(readServerReply(reader, 300)).rejects.toThrow('timeout');
  });

  it('gives each line what the lines before it left of the time', async () => {
    const reader = await readerOf((socket) => socket.write('250-mx.example\r\n250-SIZE 100\r\n250 HELP\r\n'));
    const readLine = reader.readLine.bind(reader);
    const given: number[] = [];
    vi.spyOn(reader, 'readLine').mockImplementation(async (bytes, ms) => {
      given.push(ms);
      await pause(5);
      return readLine(bytes, ms);
    });
    await readServerReply(reader, 60_000);
    expect(given.toSorted((one, other) => other - one)).toEqual(given);
    expect(new Set(given).size).toBe(3);
  });

  it('gives up a reply without end', async () => {
    const reader = await readerOf((socket) => socket.write('250-more\r\n'.repeat(200)));
    await expect(readServerReply(reader, 5_000)).rejects.toThrow('flood');
  });
});
