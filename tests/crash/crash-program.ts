import { readConfig } from '#config/load-config.ts';
import { mailLimits } from '#mail/queue/state/mail-limits.ts';
import { startKauke, systemAdapters } from '#main/main.ts';
import type { Trace } from '#mail/queue/state/trace.ts';
import { silentLog } from '#support/silent-log.ts';

/**
 * The whole program, as a child process that kills itself without warning at a fault point.
 * Arguments: its serial number in hex; the name of the point and how often it is passed before; no point: it lives until
 * it is killed.
 */
const [serial = '', fatalPoint, passes] = process.argv.slice(2);
let passesLeft = Number(passes);

const dieAtFatalPoint: Trace = (point) => {
  if (point !== fatalPoint) return;
  passesLeft -= 1;
  if (passesLeft < 0) process.kill(process.pid, 'SIGKILL');
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

// Nobody is left to talk to when the test is gone.
process.on('disconnect', () => process.exit(1));

const { httpPort, mxPort, submissionPort, submissionsPort } = await startKauke(readConfig(), {
  ...systemAdapters,
  // Every id ends in the serial number: so a lease tells which program has it.
  random: { ...systemAdapters.random, uuid: () => systemAdapters.random.uuid().slice(0, -serial.length) + serial },
  log: silentLog,
  webFolder: null,
  mailLimits: limits,
  trace: dieAtFatalPoint,
});
process.send?.({ http: httpPort, mx: mxPort, submission: submissionPort, submissions: submissionsPort });
