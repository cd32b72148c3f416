import { readConfig } from '#config/read-config.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import { startKauke, systemAdapters } from '#main';
import type { Trace } from '#mail/trace.ts';
import { silentLog } from '#support/silent-log.ts';

/**
 * The whole program, as a child process that kills itself without warning at a fault point.
 * Arguments: the name of the point and how often it is passed before; none: it lives until it is killed.
 */
const [fatalPoint, passes] = process.argv.slice(2);
let passesLeft = Number(passes);

const dieAtFatalPoint: Trace = (point) => {
  if (point !== fatalPoint) return;
  passesLeft -= 1;
  if (passesLeft < 0) process.kill(process.pid, 'SIGKILL');
};

/** The program's behaviour with waits a test can sit out. */
const limits = {
  ...mailLimits,
  dispatchDeadlineMs: 400,
  backOffFirstMs: 50,
  backOffMaxMs: 200,
  leaseMs: 3000,
  leaseRenewMs: 500,
  retryDelaysMs: [200, 400, 800],
  workerPollMs: 50,
  workerPauseFirstMs: 50,
  workerPauseMaxMs: 500,
};

// Nobody is left to talk to when the test is gone.
process.on('disconnect', () => process.exit(1));

const program = await startKauke(readConfig(), {
  ...systemAdapters,
  log: silentLog,
  webFolder: null,
  mailLimits: limits,
  trace: dieAtFatalPoint,
});
process.send?.({ mxPort: program.mxPort });
