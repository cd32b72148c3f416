import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { systemAdapters, type Adapters } from '#main/adapters.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import type { Trace } from '#mail/queue/state/delivery.ts';
import { silentLog } from '#support/silent-log.ts';
import { leaseMark } from './lease-mark.ts';

/**
 * Loaded before the program, and before each of its workers, which it is as shipped otherwise: a fault point at which it
 * kills itself without warning, ids that tell whose they are, and short waits. From the environment: CRASH_SERIAL, its
 * number; CRASH_POINT and CRASH_PASSES, the name of the point and how often it is passed before, once the file CRASH_FILE
 * is there: workers are at work before the program is ready.
 */
const { CRASH_SERIAL: serial, CRASH_POINT: fatalPoint, CRASH_PASSES: passes, CRASH_FILE: file = '' } = process.env;
const mark = leaseMark(Number(serial), cluster.worker?.id ?? 0);
let passesLeft = Number(passes);

const dieAtFatalPoint: Trace = (point) => {
  if (point !== fatalPoint || !existsSync(file)) return;
  passesLeft -= 1;
  if (passesLeft >= 0) return;
  if (cluster.isWorker) process.kill(process.ppid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
};

/** The program's behaviour with waits a test can sit out, and bodies of several pieces that are quickly sent. */
const limits = {
  ...mailLimits,
  dispatchDeadlineMs: 400,
  backOffFirstMs: 50,
  backOffMaxMs: 200,
  leaseMs: 3000,
  leaseRenewMs: 500,
  retryDelaysMs: [200, 400, 800],
  chunkBytes: 1024,
  workerPollMs: 50,
  workerPauseFirstMs: 50,
  workerPauseMaxMs: 500,
  sweepEveryMs: 1000,
};

const { random } = systemAdapters;
const changes: Partial<Adapters> = {
  // Every id ends in the mark: so a lease tells which process has it.
  random: { ...random, uuid: () => random.uuid().slice(0, -mark.length) + mark },
  log: silentLog,
  webFolder: null,
  mailLimits: limits,
  trace: dieAtFatalPoint,
};
Object.assign(systemAdapters, changes);

// Nobody is left to talk to when the test is gone; workers end with their primary.
if (cluster.isPrimary) {
  process.stdin.resume().once('end', () => {
    flushCompileCache();
    process.exit(1);
  });
}
