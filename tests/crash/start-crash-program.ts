import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { nodeOptions } from '#config/process-settings.ts';
import type { TracePoint } from '#mail/queue/state/delivery.ts';
import { compileCache } from '#support/compile-cache.ts';
import { findWorkers } from '#support/find-workers.ts';
import { leaseMark } from './lease-mark.ts';

const ready =
  / {2}Web +\S+:(?<http>\d+)\n {2}Mail in +\S+ port (?<mx>\d+)\n {2}Send as +\S+ ports (?<submission>\d+) \(STARTTLS\) and (?<submissions>\d+) \(TLS\)\n/u;
const portsSchema = z.object({
  http: z.coerce.number(),
  mx: z.coerce.number(),
  submission: z.coerce.number(),
  submissions: z.coerce.number(),
});

/** Where a program is to kill itself, and how often it passes there before. */
export interface Fate {
  readonly point: TracePoint;
  readonly passes: number;
}

/** The whole program as a process of its own, with its workers. */
export interface CrashProgram {
  /** Differs from that of every other program of the test; its leases end in it, in hex. */
  readonly serial: number;
  readonly ports: z.infer<typeof portsSchema>;
  /** Lets it end by itself, which keeps what it compiled for those after it: none of them ends so. */
  end(): Promise<void>;
  /** Waits until it has killed itself, but not longer than `afterMs`, then kills it. Whether it did so itself. */
  kill(afterMs: number): Promise<boolean>;
  /** Kills one of its workers; `look` gets the end of that one's leases while it stands still before. */
  killWorker(look: (mark: string) => Promise<void>): Promise<void>;
}

let lastSerial = 0;

const alive = new Set<ChildProcess>();

/** Ends what a failure left running. */
export async function killCrashPrograms(): Promise<void> {
  await Promise.all([...alive].map((child) => killAfter(child, 0)));
}

async function killAfter(child: ChildProcess, afterMs: number): Promise<boolean> {
  const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  const endedItself = await Promise.race([exit.then(() => true), pause(afterMs, false, { ref: false })]);
  const workers = await findWorkers(child.pid ?? 0);
  child.kill('SIGKILL');
  // They would end by themselves in a moment, but a machine that dies grants none.
  for (const worker of workers) signal(worker, 'SIGKILL');
  await exit;
  return endedItself;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself already.
  }
}

async function killWorker(child: ChildProcess, serial: number, look: (mark: string) => Promise<void>): Promise<void> {
  const workers = await findWorkers(child.pid ?? 0);
  const pid = workers[Math.floor(Math.random() * workers.length)];
  if (pid === undefined) return;
  signal(pid, 'SIGSTOP');
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  // What node:cluster calls its worker.
  await look(leaseMark(serial, Number(/(?:^|\0)NODE_UNIQUE_ID=(\d+)/u.exec(environment)?.[1] ?? 0)));
  signal(pid, 'SIGKILL');
}

function readPorts(child: ChildProcess): Promise<CrashProgram['ports']> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const groups = ready.exec(printed)?.groups;
      if (groups !== undefined) resolve(portsSchema.parse(groups));
    });
    child.once('exit', () => reject(new Error('the program ended while it started')));
  });
}

/** Starts it with this environment. Without a fate it lives until it is killed. */
export async function startCrashProgram(
  environment: Readonly<Record<string, string>>,
  fate: Fate | null,
): Promise<CrashProgram> {
  lastSerial += 1;
  const serial = lastSerial;
  const program = join(import.meta.dirname, '../../scripts/run-sources.ts');
  const adapters = new URL('crash-adapters.ts', import.meta.url).href;
  const file = join(environment['DATA_DIR'] ?? '', `crash-${serial}`);
  const child = spawn(process.execPath, [...nodeOptions, '--import', adapters, program], {
    env: {
      ...compileCache,
      ...environment,
      PATH: process.env['PATH'],
      CRASH_SERIAL: String(serial),
      ...(fate && { CRASH_POINT: fate.point, CRASH_PASSES: String(fate.passes), CRASH_FILE: file }),
    },
    // It ends when our end of its stdin closes.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  const ports = await readPorts(child);
  await writeFile(file, '');
  return {
    serial,
    ports,
    end: async () => {
      const exit = once(child, 'exit');
      child.stdin?.end();
      await exit;
    },
    kill: (afterMs) => killAfter(child, afterMs),
    killWorker: (look) => killWorker(child, serial, look),
  };
}
