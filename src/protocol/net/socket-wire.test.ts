import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SocketReader } from '#protocol/net/socket-wire.ts';
import { patience } from '#support/patience.ts';

interface Pair {
  readonly reader: SocketReader;
  /** What was read of the socket so far, piece by piece. */
  readonly pieces: readonly Buffer[];
  /** Sends octets, and waits until they are read: the next ones come by themselves. */
  send(text: string): Promise<void>;
  readonly socket: Socket;
}

/** Both ends of a real connection. */
async function openPair(): Promise<Pair> {
  const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [other] = (await accepted) as [Socket];
  onTestFinished(() => {
    socket.destroy();
    other.destroy();
    server.close();
  });
  const pieces: Buffer[] = [];
  const reader = new SocketReader(socket);
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  let sent = 0;
  return {
    reader,
    pieces,
    socket,
    send: async (text) => {
      sent += text.length;
      other.write(text);
      await expect.poll(() => pieces.reduce((sum, { length }) => sum + length, 0)).toBe(sent);
    },
  };
}

const readLine = async (reader: SocketReader, maxBytes = 1000): Promise<string | null> =>
  (await reader.readLine(maxBytes, patience.pollMs))?.toString() ?? null;

describe('SocketReader', () => {
  it('gives octets as they came, without a copy, however late they are read', async () => {
    const { reader, pieces, send } = await openPair();
    for (const text of ['one', 'two', 'three']) await send(text);
    const chunks = [await reader.readChunk(1), await reader.readChunk(1), await reader.readChunk(1)];
    expect(chunks).toEqual(pieces);
    expect(chunks.map((chunk, index) => chunk === pieces[index])).toEqual([true, true, true]);
    expect(reader.hasUnread()).toBe(false);
  });

  it('finds lines across pieces, several in one, and what stands behind them', async () => {
    const { reader, send } = await openPair();
    for (const text of ['EH', 'LO a\r', '\nMAIL\r\nDA', 'TA\r\nbo', 'dy']) await send(text);
    expect(reader.hasLine()).toBe(true);
    expect(await readLine(reader)).toBe('EHLO a\r');
    expect(await readLine(reader)).toBe('MAIL\r');
    expect(await readLine(reader)).toBe('DATA\r');
    expect(reader.hasLine()).toBe(false);
    expect(reader.hasUnread()).toBe(true);
    expect((await reader.readChunk(1)).toString()).toBe('body');
  });

  it('gives back octets in front of all that came since', async () => {
    const { reader, send } = await openPair();
    await send('body.QUIT\r');
    const chunk = await reader.readChunk(1);
    await send('\nNOOP\r\n');
    reader.unread(chunk.subarray(5));
    reader.unread(Buffer.alloc(0));
    expect(await readLine(reader)).toBe('QUIT\r');
    expect(await readLine(reader)).toBe('NOOP\r');
    expect(reader.hasUnread()).toBe(false);
  });

  it('skips a line that is too long in whatever pieces it comes, and nothing behind it', async () => {
    const { reader, send } = await openPair();
    for (const text of ['x'.repeat(8), 'x'.repeat(8), 'x\r\nNO', 'OP\r\n']) await send(text);
    expect(await readLine(reader, 10)).toBeNull();
    expect(await readLine(reader, 10)).toBe('NOOP\r');
    const late = readLine(reader, 10);
    for (const text of ['y'.repeat(8), 'y'.repeat(8), 'y\r\n', 'RSET\r\n']) await send(text);
    expect(await late).toBeNull();
    expect(await readLine(reader, 10)).toBe('RSET\r');
  });

  it('joins many small pieces, which cost more memory than their octets', async () => {
    const { reader, send } = await openPair();
    for (let count = 0; count < 80; count += 1) await send('z');
    let chunks = 0;
    let bytes = 0;
    for (; reader.hasUnread(); chunks += 1) bytes += (await reader.readChunk(1)).length;
    expect(bytes).toBe(80);
    expect(chunks).toBeLessThan(40);
  });

  it('lets the other side wait above 64 kB that nobody reads, all pieces together, and loses nothing', async () => {
    const { reader, send, socket } = await openPair();
    await send('a'.repeat(40_000));
    expect(socket.isPaused()).toBe(false);
    await send('b'.repeat(40_000));
    expect(socket.isPaused()).toBe(true);
    let text = '';
    while (text.length < 80_000) text += (await reader.readChunk(patience.pollMs)).toString();
    expect(text).toBe(`${'a'.repeat(40_000)}${'b'.repeat(40_000)}`);
    const line = readLine(reader);
    await send('c\r\n');
    expect(await line).toBe('c\r');
  });
});
