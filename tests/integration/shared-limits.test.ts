import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWorkers } from '#support/find-workers.ts';
import { accepted, greet, inbox, send } from '#support/numbered-mail.ts';
import { signUpAt, startProgram, type ProgramProcess } from '#support/program.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { proxyHeaderV2 } from '#support/proxy-header.ts';
import type { SinkAction } from '#support/smtp-sink.ts';

/** The limits of the service. */
const connectionsPerNetwork = 20;
const connectionsPer24 = 60;
const newPerMinute = 120;
const firstWindow = 5;

let place: ProgramPlace;
beforeEach(async () => {
  place = await makeProgramPlace();
});
afterEach(() => place.remove());

function start(workers: number): Promise<ProgramProcess> {
  return startProgram({ env: { ...place.env, PROXY_PROTOCOL: '127.0.0.9', WORKERS: String(workers) } });
}

interface Visitor {
  readonly socket: Socket;
  /** The code of the greeting; empty: the connection was cut. */
  readonly greeting: string;
}

/** Connects from a network, as a proxy tells. */
async function visit({ mxPort }: ProgramProcess, network: string): Promise<Visitor> {
  const socket = connect({ port: mxPort, host: '127.0.0.1', localAddress: '127.0.0.9' });
  socket.on('error', () => {});
  socket.write(proxyHeaderV2(network));
  const greeting = await Promise.race([
    once(socket, 'data').then(([data]) => String(data).slice(0, 3)),
    once(socket, 'close').then(() => ''),
  ]);
  return { socket, greeting };
}

function visitMany(programs: readonly ProgramProcess[], network: string, count: number): Promise<Visitor[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => visit(programs[index % programs.length]!, network)));
}

function countServed(visitors: readonly Visitor[]): number {
  return visitors.filter(({ greeting }) => greeting === '220').length;
}

describe('a program of four workers', () => {
  it('lets a network have its connections and no more, whichever workers take them, also after one died', async () => {
    const program = await start(4);
    const pid = program.child.pid ?? 0;
    const visitors = await visitMany([program], '192.0.2.1', 40);
    const open = (): number => visitors.filter(({ greeting, socket }) => greeting === '220' && !socket.closed).length;
    expect(open()).toBe(connectionsPerNetwork);
    expect(countServed(await visitMany([program], '192.0.2.2', 1))).toBe(1);

    // One of them may hold none.
    for (const worker of (await findWorkers(pid)).slice(0, 2)) {
      process.kill(worker, 'SIGKILL');
      await expect.poll(async () => (await findWorkers(pid)).filter((other) => other !== worker)).toHaveLength(4);
      visitors.push(...(await visitMany([program], '192.0.2.1', 30)));
      await expect.poll(open).toBe(connectionsPerNetwork);
    }
    for (const { socket } of visitors) socket.destroy();
  });

  it(
    'lets all in a /24 have their connections together and no more, whichever workers take them',
    { tags: 'proof' },
    async () => {
      const program = await start(4);
      const visitors = [];
      for (let host = 1; host <= 8; host += 1) visitors.push(...(await visitMany([program], `192.0.2.${host}`, 15)));
      expect(countServed(visitors)).toBe(connectionsPer24);
      expect(countServed(await visitMany([program], '192.0.3.1', 1))).toBe(1);
      for (const { socket } of visitors) socket.destroy();
    },
  );

  it('counts the new connections of a network over all workers', { tags: 'proof' }, async () => {
    const program = await start(4);
    let served = 0;
    for (let round = 0; round < 15; round += 1) {
      const visitors = await visitMany([program], '192.0.2.3', 10);
      served += countServed(visitors);
      for (const { socket } of visitors) socket.destroy();
      await Promise.all(visitors.filter(({ socket }) => !socket.closed).map(({ socket }) => once(socket, 'close')));
    }
    expect(served).toBeLessThanOrEqual(newPerMinute);
    expect(served).toBeGreaterThan(newPerMinute - 10);
  });

  it('never has more deliveries under way at a destination than its window', { tags: 'proof' }, async () => {
    const program = await start(4);
    const { userId, visitor } = await signUpAt(program, inbox);
    const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
    expect(await visitor.send('POST', `/api/aliases/${userId}`, wanted)).toMatchObject({ status: 201 });
    let open = 0;
    let most = 0;
    let answered = 0;
    const beyond: number[] = [];
    place.sink.setScript({
      onMail: () => {
        open += 1;
        most = Math.max(most, open);
        if (open > firstWindow + answered) beyond.push(open);
        return 'accept';
      },
      onData: async (): Promise<SinkAction> => {
        await delay(40);
        open -= 1;
        answered += 1;
        return 'accept';
      },
    });
    const taken = await Promise.all(
      Array.from({ length: 80 }, async (_, number) => {
        const client = await greet(program);
        const replies = [await send(client, `${number}-a`), await send(client, `${number}-b`)];
        client.destroy();
        return replies.filter((reply) => reply === accepted).length;
      }),
    );
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(160);
    await place.sink.waitForMessages(160);
    expect(beyond).toEqual([]);
    expect(most).toBeGreaterThan(firstWindow);
  });
});

describe('programs on one database', () => {
  it('let a network have its connections and no more', async () => {
    const programs = [await start(1), await start(2)];
    const visitors = await visitMany(programs, '192.0.2.1', 80);
    const served = countServed(visitors);
    expect(served).toBeLessThanOrEqual(connectionsPerNetwork);
    expect(served).toBeGreaterThan(connectionsPerNetwork - 8);
    for (const { socket } of visitors) socket.destroy();
  });
});
