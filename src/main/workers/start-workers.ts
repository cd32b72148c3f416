import type { Config } from '#config/config.ts';
import type { StartError } from '#config/start-error.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemAdapters, type Adapters } from '#main/adapters.ts';
import { coordinate } from '#main/coordinator.ts';
import { runCleanup, startOrUndo, type Cleanup } from '#main/cleanup.ts';
import type { ProgramFacts, RunningProgram } from '#main/main.ts';
import { openWorkerMetrics } from '#main/workers/open-worker-metrics.ts';
import { superviseWorkers } from '#main/workers/supervise-workers.ts';
import { forkWorker, type WorkerProcess } from '#main/workers/worker-process.ts';

/**
 * The program in several processes: this one, the primary, owns the embedded database and what all share, and each worker
 * does the work of all roles on ports that they share. It loads no engine and no web app.
 * @throws StartError one clear line, with nothing left running.
 */
export function startWorkers(config: Config, adapters: Adapters = systemAdapters): Promise<RunningProgram> {
  return startOrUndo((cleanup) => startParts(config, adapters, cleanup));
}

/** What the first worker found: the address of the web side, and ports of mail where any free one was asked for. */
function settleConfig(config: Config, facts: ProgramFacts): Config {
  const { publicUrl, mxPort, submissionPort, submissionsPort, mailboxPort } = facts;
  return {
    ...config,
    publicUrl,
    mxPort: mxPort ?? config.mxPort,
    submissionPort: submissionPort ?? config.submissionPort,
    submissionsPort: submissionsPort ?? config.submissionsPort,
    mailboxPort: mailboxPort ?? config.mailboxPort,
  };
}

async function startParts(config: Config, adapters: Adapters, cleanup: Cleanup): Promise<RunningProgram> {
  const { clock, log, random } = adapters;
  const { dataDir, databaseUrl, workers: count } = config;
  const options = { dataDir, log, random, workers: count, movesOlder: true };
  const server = databaseUrl === null ? await startEmbeddedPostgres(options) : null;
  if (server !== null) cleanup.push(server.stop);
  const given = { embeddedUrl: server?.url ?? null, ticketKeys: random.bytes(48) };

  const metrics = await openWorkerMetrics(config, log, cleanup);
  const coordinator = await coordinate({ limits: adapters.mailLimits, clock, random, log, databaseUrl });
  cleanup.push(coordinator.close);

  // Wholly before the others: it migrates the database and makes keys and certificate, and links name the port it got.
  const fork = (settings: Config, isFirst: boolean): WorkerProcess => {
    const worker = forkWorker({ config: settings, isFirst, ...given });
    metrics.join(worker.channel);
    coordinator.join(worker.channel);
    return worker;
  };
  const first = fork(config, true);
  const facts = await first.ready;
  const following = settleConfig(config, facts);
  const workers = superviseWorkers(first, () => fork(following, false), { count, clock, log });
  cleanup.push(() => workers.stop(0));
  await workers.ready;
  void server?.finishMigration();

  const failed = new Promise<StartError>((resolve) => {
    void server?.exited.then((reason) => reason !== null && resolve(reason));
    void workers.failed.then(resolve);
  });
  let ending: Promise<void> | null = null;
  const stop = (graceMs?: number): Promise<void> => {
    ending ??= workers.stop(graceMs).then(() => runCleanup(cleanup));
    return ending;
  };
  return { ...facts, metricsPort: metrics.port, failed, stop };
}
