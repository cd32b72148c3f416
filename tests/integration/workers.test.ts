import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeOptions } from '#config/process-settings.ts';
import { findWorkers, isAlive } from '#support/find-workers.ts';
import { findFreePort } from '#support/free-port.ts';
import { arrivedAt, byText, greet, inbox, send, accepted } from '#support/numbered-mail.ts';
import {
  runProgram,
  signUpAt,
  startProgram,
  testPassword,
  visitProgram,
  type ProgramOptions,
  type ProgramProcess,
} from '#support/program.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { testCertificate } from '#support/tls.ts';

let place: ProgramPlace;
beforeEach(async () => {
  place = await makeProgramPlace();
});
afterEach(() => place.remove());

function environment(more: Record<string, string> = {}): ProgramOptions {
  return { env: { ...place.env, WORKERS: '2', ...more } };
}

async function createAlias(program: ProgramProcess): Promise<void> {
  const { userId, visitor } = await signUpAt(program, inbox);
  const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
  expect(await visitor.send('POST', `/api/aliases/${userId}`, wanted)).toMatchObject({ status: 201 });
}

function pidOf({ child }: ProgramProcess): number {
  return child.pid ?? 0;
}

/** Sends messages over connections of its own until it is told to stop; the ids that were accepted. */
function keepSending(program: ProgramProcess, name: string): () => Promise<string[]> {
  const taken: string[] = [];
  let goesOn = true;
  const work = async (): Promise<void> => {
    for (let number = 0; goesOn;) {
      const client = await greet(program).catch(() => null);
      // Nobody is there for a moment.
      if (client === null) await pause(20);
      for (let inOne = 0; goesOn && client !== null && inOne < 5; inOne += 1) {
        const id = `${name}-${number}`;
        const reply = await send(client, id).catch(() => null);
        if (reply === null) break;
        if (reply === accepted) taken.push(id);
        number += 1;
      }
      client?.destroy();
    }
  };
  const done = work();
  return async () => {
    goesOn = false;
    await done;
    return taken;
  };
}

/** The server of the embedded database. */
async function findServer(): Promise<number> {
  return Number((await readFile(join(place.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Stops or continues every process of the embedded database. */
async function signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const server = await findServer();
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8');
  for (const pid of [server, ...children.trim().split(' ').map(Number)]) process.kill(pid, signal);
}

async function expectAllArrived(taken: readonly string[]): Promise<void> {
  await expect
    .poll(() => taken.filter((id) => !arrivedAt(place.sink).includes(id)).sort(byText), {
      timeout: 60_000,
      interval: 200,
    })
    .toEqual([]);
}

async function readCount(port: number, series: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(series));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

describe('a program of several workers', () => {
  it('shares its ports, counts as one, and stays one when a worker is killed under load', async () => {
    const metricsPort = await findFreePort();
    const program = await startProgram(environment({ METRICS_PORT: String(metricsPort) }));
    await createAlias(program);
    const workers = await findWorkers(pidOf(program));
    expect(workers).toHaveLength(2);
    for (const pid of [...workers, pidOf(program)]) {
      expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain(`${nodeOptions.join('\0')}\0`);
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toContain('UV_THREADPOOL_SIZE=3\0');
    }

    for (const id of ['one', 'two', 'three', 'four']) {
      const client = await greet(program);
      expect(await send(client, id)).toBe(accepted);
      client.destroy();
    }
    const count = 'kauke_message_seconds_count{';
    expect(await readCount(metricsPort, count)).toBe(4);
    expect(await readCount(metricsPort, 'kauke_spool_deliveries ')).toBe(0);

    const senders = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => keepSending(program, name));
    await place.sink.waitForMessages(40);
    const before = await readCount(metricsPort, count);
    process.kill(workers[0]!, 'SIGKILL');
    await expect
      .poll(async () => (await findWorkers(pidOf(program))).filter((pid) => !workers.includes(pid)).length)
      .toBe(1);
    expect(await readCount(metricsPort, count)).toBeGreaterThanOrEqual(before);
    await place.sink.waitForMessages(place.sink.messages.length + 60);
    const taken = (await Promise.all(senders.map((stop) => stop()))).flat();
    await expectAllArrived(taken);
    const { code, stderr } = await program.stop();
    expect(code).toBe(0);
    expect(stderr).toContain('"event":"worker_replaced","reason":"SIGKILL","ends":1');
    for (const line of stderr.trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  it('gives the queue back what workers had in hand', async () => {
    const program = await startProgram(environment({ CUT_THROUGH: 'off' }));
    await createAlias(program);
    place.sink.setScript({ onData: () => 'hang' });
    const clients = await Promise.all([greet(program), greet(program)]);
    const replies = await Promise.all(clients.map((client, number) => send(client, `held-${number}`)));
    expect(replies).toEqual([accepted, accepted]);
    await place.sink.waitForReceived(2);
    place.sink.setScript({});
    for (const worker of await findWorkers(pidOf(program))) process.kill(worker, 'SIGKILL');
    // Long before the leases would end by themselves.
    await place.sink.waitForMessages(2);
    expect(arrivedAt(place.sink).sort(byText)).toEqual(['held-0', 'held-1']);
    await program.kill();
  });

  it('answers probes while a worker is replaced and while the database is silent', { tags: 'proof' }, async () => {
    const { DATABASE_URL: _, SECRET_KEY: __, ...env } = environment().env;
    const program = await startProgram({ env });
    const visitor = visitProgram(program);
    const probe = async (path: string): Promise<number> => {
      const { status } = await visitor.send('GET', path);
      return status;
    };
    const workers = await findWorkers(pidOf(program));
    process.kill(workers[0]!, 'SIGKILL');
    let fresh: number[] = [];
    while (fresh.length < 1) {
      expect(await probe('/healthz')).toBe(200);
      expect(await probe('/readyz')).toBe(200);
      fresh = (await findWorkers(pidOf(program))).filter((pid) => !workers.includes(pid));
    }
    for (let count = 0; count < 20; count += 1) expect(await probe('/healthz')).toBe(200);

    await signalDatabase('SIGSTOP');
    for (let count = 0; count < 4; count += 1) expect(await probe('/readyz')).toBe(503);
    expect(await probe('/healthz')).toBe(200);
    await signalDatabase('SIGCONT');
    await expect.poll(() => probe('/readyz'), { interval: 100 }).toBe(200);
    expect(await program.stop()).toMatchObject({ code: 0 });
  });

  it('goes on when its database is killed: the primary starts it again', async () => {
    const { DATABASE_URL: _, SECRET_KEY: __, ...env } = environment().env;
    const program = await startProgram({ env });
    await signUpAt(program, inbox);
    const server = await findServer();
    process.kill(server, 'SIGKILL');
    await expect.poll(findServer).not.toBe(server);
    const visitor = visitProgram(program);
    const isReady = async (): Promise<boolean> => (await visitor.send('GET', '/readyz')).status === 200;
    await expect.poll(isReady, { interval: 100 }).toBe(true);
    const login = await visitProgram(program).send('POST', '/api/auth/login', { email: inbox, password: testPassword });
    expect(login).toMatchObject({ status: 200 });
    expect(await program.stop()).toMatchObject({ code: 0 });
  });
});

describe('the end of a program of several workers', { tags: 'proof' }, () => {
  it('comes with a clear line when none is left and none can be started', async () => {
    const { cert, key } = testCertificate;
    const files = { TLS_CERT_FILE: join(place.dataDir, 'mx.pem'), TLS_KEY_FILE: join(place.dataDir, 'mx.key') };
    await writeFile(files.TLS_CERT_FILE, cert);
    await writeFile(files.TLS_KEY_FILE, key, { mode: 0o600 });
    const program = await startProgram(environment(files));
    await rename(files.TLS_KEY_FILE, join(place.dataDir, 'away'));
    for (const worker of await findWorkers(pidOf(program))) process.kill(worker, 'SIGKILL');
    const { code, stderr } = await program.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/"event":"worker_not_started".*"failures":5/u);
    expect(stderr).toMatch(/\nTLS_CERT_FILE \S+ with TLS_KEY_FILE \S+ cannot be used \(ENOENT\)\.\n$/u);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s under load loses nothing, whoever of them hears it',
    async (signal) => {
      const options = environment();
      const program = await startProgram(options);
      await createAlias(program);
      const senders = ['a', 'b', 'c', 'd'].map((name) => keepSending(program, name));
      await place.sink.waitForMessages(20);
      for (const pid of [...(await findWorkers(pidOf(program))), pidOf(program)]) process.kill(pid, signal);
      const end = await program.ended;
      expect(end).toMatchObject({ code: 0, stderr: expect.not.stringContaining('"error"') });
      const taken = (await Promise.all(senders.map((stop) => stop()))).flat();
      const next = await startProgram(options);
      await expectAllArrived(taken);
      expect(await next.stop()).toMatchObject({ code: 0 });
    },
  );

  it('by kill -9 of the primary ends the workers at once, and the next one starts', async () => {
    const { DATABASE_URL: _, SECRET_KEY: __, ...env } = environment().env;
    const program = await startProgram({ env });
    await signUpAt(program, inbox);
    const workers = await findWorkers(pidOf(program));
    await program.kill();
    await expect.poll(async () => (await Promise.all(workers.map(isAlive))).includes(true)).toBe(false);
    const next = await startProgram({ env });
    const login = await visitProgram(next).send('POST', '/api/auth/login', { email: inbox, password: testPassword });
    expect(login).toMatchObject({ status: 200 });
    expect(await next.stop()).toMatchObject({ code: 0 });
  });
});

describe('a start with several workers', () => {
  it('that cannot go on ends with the one line of a single process', { tags: 'proof' }, async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const end = await runProgram(environment({ MX_PORT: String(port) }));
    holder.close();
    const line = `MX_PORT ${port} on 127.0.0.1 is taken by another program; stop it or set MX_PORT.\n`;
    expect(end).toEqual({ code: 1, stdout: '', stderr: line });
    const unreachable = await runProgram(environment({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }));
    const reason = 'The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED).\n';
    expect(unreachable).toEqual({ code: 1, stdout: '', stderr: reason });
  });

  it('is refused in preview', async () => {
    const end = await runProgram({ env: { DATA_DIR: place.dataDir, WORKERS: '2' } });
    const line = 'WORKERS: got "2"; takes a number from 1 to 64; in preview only 1\n';
    expect(end).toEqual({ code: 2, stdout: '', stderr: line });
  });
});
