import type { ChildProcess } from 'node:child_process';
import { findDescendants } from '../process-usage.ts';
import { within } from '../within.ts';

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}

export interface Stopping {
  readonly exit: Promise<unknown>;
  readonly timeoutMs: number;
  /** How it is asked to end. */
  readonly ask: () => void;
}

/** Ends a process; with all that are below it, when it does not end by itself. */
export async function stopChild(child: ChildProcess, { exit, timeoutMs, ask }: Stopping): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const { pid } = child;
  ask();
  await within(timeoutMs, 'the end of a process', exit).catch(() => {
    for (const left of [pid, ...findDescendants(pid)]) killHard(left);
  });
  await exit;
}
