import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultHttpLimits, type HttpLimits } from '#api/http-connections.ts';
import { startHttpServer, type HttpApp, type HttpServer } from '#api/http-server.ts';
import { ignoreMetrics } from '#platform/metrics.ts';
import { startWait } from '#support/expect-after.ts';
import { silentLog } from '#support/silent-log.ts';
import { eventually } from '#support/eventually.ts';

const servers: HttpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const ok: HttpApp = { fetch: async (request) => new Response(`got ${(await request.text()).length}`) };

interface World {
  readonly refused: string[];
  /** Connects from any address of this machine. */
  enter(localAddress: string): Promise<Socket>;
  /** Whether a request from there is answered. */
  isServed(localAddress: string): Promise<boolean>;
}

async function open(limits: Partial<HttpLimits>, app = ok, trustedProxies: readonly string[] = []): Promise<World> {
  const refused: string[] = [];
  const metrics = {
    ...ignoreMetrics,
    shareRefused: (budget: string) => void refused.push(budget),
    slowClient: (listener: string) => void refused.push(`slow ${listener}`),
  };
  const all = { ...defaultHttpLimits, refusalMs: 20, ...limits };
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    limits: all,
    metrics,
    trustedProxies,
  });
  servers.push(server);
  server.serve(app);
  const enter = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port: server.port, localAddress });
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  return {
    refused,
    enter,
    isServed: async (localAddress) => {
      const socket = await enter(localAddress);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      return (await text(socket).catch(() => '')).startsWith('HTTP/1.1 200');
    },
  };
}

/** Closed by the other side. */
function isClosed(socket: Socket): Promise<unknown> {
  socket.resume();
  return socket.closed ? Promise.resolve() : once(socket, 'close');
}

/** Its server has seen this one, which is answered, so it has seen all before. */
async function enterAndStay({ enter }: World, localAddress: string): Promise<Socket> {
  const socket = await enter(localAddress);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

async function enterTimes(world: World, times: number, addressOf: (index: number) => string): Promise<Socket[]> {
  const entered: Socket[] = [];
  for (let index = 0; index < times; index += 1) entered.push(await enterAndStay(world, addressOf(index)));
  return entered;
}

function postHead(length: number): string {
  return `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;
}

describe('connections of the web side', () => {
  it('of one address are limited, and those of its network by a multiple', async () => {
    const world = await open({ maxConnectionsPerNetwork: 2 });
    await enterTimes(world, 2, () => '127.1.0.1');
    const third = await world.enter('127.1.0.1');
    expect(await text(third).catch(() => '')).toMatch(/^$|503 Service Unavailable\r\nRetry-After: 10/u);
    await enterTimes(world, 14, (index) => `127.1.0.${2 + Math.floor(index / 2)}`);
    expect(await world.isServed('127.1.0.200')).toBe(false);
    expect(await world.isServed('127.1.1.200')).toBe(true);
    expect(world.refused).toEqual(['http_connections', 'http_connections']);
  });

  it('that find no place hear so late, but no more of them wait than have one', async () => {
    const refusalMs = 400;
    const world = await open({ maxConnections: 2, maxConnectionsPerNetwork: 1, refusalMs });
    await enterAndStay(world, '127.1.0.1');
    const isLate = startWait(refusalMs - 1);
    const refusals = Array.from({ length: 3 }, async () => {
      await isClosed(await world.enter('127.1.0.1'));
      return isLate();
    });
    expect((await Promise.all(refusals)).filter(Boolean)).toHaveLength(2);
    expect(await world.isServed('127.2.0.1')).toBe(true);
  });

  it('that find no place are ended with the server', async () => {
    const world = await open({ maxConnectionsPerNetwork: 1, refusalMs: 60_000 });
    await enterAndStay(world, '127.1.0.1');
    const refused = await world.enter('127.1.0.1');
    await expect.poll(() => world.refused).toEqual(['http_connections']);
    await servers.pop()?.close();
    await isClosed(refused);
  });

  it('are free again when they close', async () => {
    const world = await open({ maxConnectionsPerNetwork: 1 });
    const first = await enterAndStay(world, '127.1.0.1');
    expect(await world.isServed('127.1.0.1')).toBe(false);
    first.destroy();
    await expect.poll(() => world.isServed('127.1.0.1')).toBe(true);
  });

  it('of a proxy of ours and of this machine itself are not limited', async () => {
    const world = await open({ maxConnectionsPerNetwork: 1 }, ok, ['127.3.0.0/16']);
    await enterTimes(world, 5, () => '127.3.0.1');
    await enterTimes(world, 5, () => '127.0.0.1');
    expect(world.refused).toEqual([]);
  });

  it('that do nothing give way where there are no more, first those of the network that has most', async () => {
    const world = await open({ maxConnections: 4 });
    const lone = await enterAndStay(world, '127.1.0.1');
    const crowd = await enterTimes(world, 3, () => '127.2.0.1');
    expect(await world.isServed('127.3.0.1')).toBe(true);
    await Promise.any(crowd.map(isClosed));
    lone.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String(await once(lone, 'data'))).toContain('200 OK');
    expect(world.refused).toEqual(['slow http']);
  });

  it('do not give way to a network that has as many already', async () => {
    const world = await open({ maxConnections: 4 });
    await enterTimes(world, 2, () => '127.1.0.1');
    await enterTimes(world, 2, () => '127.2.0.1');
    expect(await world.isServed('127.2.0.1')).toBe(false);
    expect(world.refused).toEqual(['http_connections']);
  });

  it('do not give way to a network that has hardly less', async () => {
    const world = await open({ maxConnections: 5 });
    await enterTimes(world, 3, () => '127.1.0.1');
    await enterTimes(world, 2, () => '127.2.0.1');
    expect(await world.isServed('127.2.0.1')).toBe(false);
    expect(await world.isServed('127.3.0.1')).toBe(true);
    expect(world.refused).toEqual(['http_connections', 'slow http']);
  });

  it('with a request in hand that waits for us are left alone', async () => {
    const released = Promise.withResolvers<void>();
    let inHand = 0;
    const fetch = async (): Promise<Response> => {
      inHand += 1;
      await released.promise;
      return new Response('done');
    };
    const world = await open({ maxConnections: 2 }, { fetch });
    const served = [world.isServed('127.1.0.1'), world.isServed('127.1.0.2')];
    await expect.poll(() => inHand).toBe(2);
    expect(await world.isServed('127.2.0.1')).toBe(false);
    released.resolve();
    expect(await Promise.all(served)).toEqual([true, true]);
  });
});

/** Ends before the server does: what is written behind its answer would take that away. */
async function drip(socket: Socket): Promise<void> {
  for (let count = 0; count < 4; count += 1) {
    socket.write('x');
    await pause(50);
  }
}

describe('a slow client of the web side', () => {
  it('is cut off in a head that does not end in time', async () => {
    const world = await open({ headMs: 300 });
    const socket = await world.enter('127.1.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Long: ');
    await drip(socket);
    const answer = await text(socket).catch(() => '');
    expect(answer).toContain('408 Request Timeout');
  });

  it('is cut off in the head of a further request, and left alone before it begins one', async () => {
    const world = await open({ headMs: 300 });
    const socket = await world.enter('127.1.0.1');
    const answers = text(socket).catch(() => '');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(900);
    expect(socket.closed).toBe(false);
    socket.write('GET / HTTP/1.1\r\nX-Long: ');
    await drip(socket);
    expect(await answers).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 Request Timeout/u);
    expect(world.refused).toEqual(['slow http']);
  });

  it('does not go at once with all that came with it', async () => {
    const world = await open({ headMs: 1_000 });
    const isLate = startWait(900);
    let isSpread: (() => boolean) | null = null;
    const ends: { readonly isLate: boolean; readonly isSpread: boolean }[] = [];
    const sockets = await Promise.all(Array.from({ length: 16 }, () => world.enter('127.1.0.1')));
    for (const socket of sockets) {
      socket.resume().once('close', () => {
        isSpread ??= startWait(700);
        ends.push({ isLate: isLate(), isSpread: isSpread() });
      });
    }
    await expect.poll(() => ends.length).toBe(16);
    expect(ends[0]).toEqual({ isLate: true, isSpread: false });
    expect(ends[15]).toEqual({ isLate: true, isSpread: true });
  });

  it('is cut off in a body below the least rate, and served above it however long that takes', async () => {
    const world = await open({ bodyGraceMs: 500, bodyBytesPerSecond: 1_000 });
    const slow = await world.enter('127.1.0.1');
    slow.write(postHead(10_000));
    const steady = await world.enter('127.1.0.2');
    steady.write(postHead(10_000));
    const drip = setInterval(() => slow.write('x'), 50);
    const answer = text(steady);
    for (let part = 0; part < 20; part += 1) {
      steady.write('x'.repeat(500));
      await pause(150);
    }
    await isClosed(slow);
    clearInterval(drip);
    expect(await answer).toContain('got 10000');
    expect(world.refused).toEqual(['slow http']);
  });

  it('may read a large answer slowly, but not stop', async () => {
    const large = 24 * 1024 * 1024;
    const world = await open({ silenceMs: 1_500 }, { fetch: () => new Response('x'.repeat(large)) });
    const ask = async (): Promise<Socket> => {
      const socket = await world.enter('127.1.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      return socket;
    };
    const [reader, stopped] = [await ask(), await ask()];
    let read = 0;
    reader.on('data', (chunk: Buffer) => {
      read += chunk.length;
      reader.pause();
      setTimeout(() => reader.resume(), 6);
    });
    await once(stopped.pause(), 'readable');
    await once(reader, 'end');
    expect(read).toBeGreaterThan(large);
    // The one may be read to its end before the other has been silent for long enough.
    await eventually(() => expect(world.refused).toEqual(['slow http']));
    await isClosed(stopped);
  });
});
