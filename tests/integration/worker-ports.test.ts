import { readdir, readFile, readlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findWorkers } from '#support/find-workers.ts';
import { greet } from '#support/numbered-mail.ts';
import { runProgram, startProgram, type ProgramProcess } from '#support/program.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';

let place: ProgramPlace;
let program: ProgramProcess;
beforeAll(async () => {
  place = await makeProgramPlace();
  program = await startProgram({ env: { ...place.env, WORKERS: '2' } });
});
afterAll(() => place.remove());

const established = '01';

/** The sockets of connections that a port of this machine has taken, by inode (proc_pid_net(5)). */
async function readConnections(port: number): Promise<ReadonlySet<string>> {
  const lines = (await readFile('/proc/net/tcp', 'latin1')).trim().split('\n').slice(1);
  const fields = lines.map((line) => line.trim().split(/\s+/u));
  const own = fields.filter(
    ([, local = '', , state]) => state === established && Number.parseInt(local.split(':')[1] ?? '', 16) === port,
  );
  return new Set(own.map((words) => `socket:[${words[9] ?? ''}]`));
}

async function countConnections(pid: number, connections: ReadonlySet<string>): Promise<number> {
  const files = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return links.filter((link) => connections.has(link)).length;
}

it('shares out connections that come at once and stay among all workers', async () => {
  const clients = await Promise.all(Array.from({ length: 48 }, () => greet(program)));
  const workers = await findWorkers(program.child.pid ?? 0);
  const connections = await readConnections(program.mxPort);
  const counts = await Promise.all(workers.map((pid) => countConnections(pid, connections)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(48);
  // Of 48 that fall by chance one side gets fewer than 10 once in 50,000 times.
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(10);
  for (const client of clients) client.destroy();
});

it('lets no second program of several workers onto the ports of the first', async () => {
  const { mxPort } = program;
  const second = await runProgram({ env: { ...place.env, WORKERS: '2', MX_PORT: String(mxPort) } });
  const line = `MX_PORT ${mxPort} on 127.0.0.1 is taken by another program; stop it or set MX_PORT.\n`;
  expect(second).toMatchObject({ code: 1, stderr: line });
});
