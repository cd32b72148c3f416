import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCpuGroup } from '../cpu-group.ts';
import { readMemory, readPostgresCpuTime, readProgramCpuTime, type Memory } from '../process-usage.ts';
import type { Forwarder } from './forwarder.ts';
import { setUpAliases } from './set-up-aliases.ts';
import { startProgram, type Program, type ProgramOptions } from './start-program.ts';

export interface KaukeOptions extends Omit<ProgramOptions, 'dataDir' | 'onSpawn'> {
  readonly name: string;
  /** Each has one alias. */
  readonly accounts: number;
  /** How many of their inboxes have a key; none unless given. */
  readonly keyed?: number;
}

/** The program with its aliases, as what is measured. */
export interface Kauke extends Forwarder, Pick<Program, 'pid'> {
  /** Resident memory when it was ready; null where the system does not tell. */
  readonly idle: Memory | null;
}

/** Starts the program on a database of its own, unless DATABASE_URL names another. It ends with `scope`. */
export async function startKauke(options: KaukeOptions, scope: AsyncDisposableStack): Promise<Kauke> {
  const { name, accounts, keyed = 0, ...rest } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-bench-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { pid, mxPort, webUrl } = await startProgram({ ...rest, dataDir, onSpawn: createCpuGroup(scope) }, scope);
  const idle = readMemory(pid);
  return {
    name,
    mxPort,
    recipients: await setUpAliases(webUrl, accounts, keyed),
    parts: [
      { name: 'program', readCpu: () => readProgramCpuTime(pid) },
      ...(process.env['DATABASE_URL'] === undefined
        ? [{ name: 'PostgreSQL', readCpu: () => readPostgresCpuTime(pid) }]
        : []),
    ],
    pid,
    idle,
  };
}
