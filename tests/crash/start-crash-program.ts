import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { TracePoint } from '#mail/queue/state/trace.ts';

const portsSchema = z.object({ http: z.number(), mx: z.number(), submission: z.number(), submissions: z.number() });

/** Where a program is to kill itself, and how often it passes there before. */
export interface Fate {
  readonly point: TracePoint;
  readonly passes: number;
}

/** The whole program as a process of its own. */
export interface CrashProgram {
  /** Differs from that of every other program of the test; its leases end in it, in hex. */
  readonly serial: number;
  readonly ports: z.infer<typeof portsSchema>;
  /** Waits until it has killed itself, but not longer than `afterMs`, then kills it. Whether it did so itself. */
  kill(afterMs: number): Promise<boolean>;
}

/** The end of every id of a program. */
export function leaseMark(serial: number): string {
  return serial.toString(16).padStart(4, '0');
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
  child.kill('SIGKILL');
  await exit;
  return endedItself;
}

/** Starts it with this environment. Without a fate it lives until it is killed. */
export async function startCrashProgram(
  environment: Readonly<Record<string, string>>,
  fate: Fate | null,
): Promise<CrashProgram> {
  lastSerial += 1;
  const serial = lastSerial;
  const args = [leaseMark(serial), ...(fate === null ? [] : [fate.point, String(fate.passes)])];
  const child = fork(join(import.meta.dirname, 'crash-program.ts'), args, {
    env: { ...environment, PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the program ended while it started')));
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return { serial, ports: portsSchema.parse(message), kill: (afterMs) => killAfter(child, afterMs) };
}
