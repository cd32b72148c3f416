import packageJson from '../../package.json' with { type: 'json' };
import { createApp } from '#api/app.ts';
import { describeSite } from '#api/describe-site.ts';
import { discardPosts } from '#api/discard-posts.ts';
import { startHttpServer } from '#api/http-server.ts';
import type { Readiness } from '#api/routes/site/health.ts';
import type { Config } from '#config/config.ts';
import type { StartError } from '#config/start-error.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import type { CoreContext } from '#core/core-context.ts';
import { startHousekeeping } from '#core/housekeeping.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { readQueueGauges } from '#mail/queue/state/spool-usage.ts';
import { createSpoolWorker, type SpoolWorker } from '#mail/queue/spool-worker.ts';
import { systemAdapters, type Adapters } from './adapters.ts';
import { runCleanup, type Cleanup } from './cleanup.ts';
import { connectParts } from './connect-parts.ts';
import { createStop } from './create-stop.ts';
import { openMetrics } from './open-metrics.ts';
import { openTlsListeners } from './open-listeners.ts';
import type { OpenProvider } from './open-provider.ts';

export { systemAdapters, type Adapters } from './adapters.ts';

/** A program that is up. */
export interface RunningProgram {
  readonly version: string;
  /** Where people reach it. */
  readonly publicUrl: string;
  /** Bound ports; null for a role this process does not have. */
  readonly httpPort: number | null;
  readonly httpsPort: number | null;
  readonly mxPort: number | null;
  /** For mail programs: STARTTLS, and TLS from the first octet. */
  readonly submissionPort: number | null;
  readonly submissionsPort: number | null;
  readonly metricsPort: number | null;
  readonly domains: readonly string[];
  /** The embedded database ended by itself: the program must end too. Stays open otherwise. */
  readonly failed: Promise<StartError>;
  /** Stops accepting, finishes what is in hand within `graceMs`, closes everything. */
  stop(graceMs?: number): Promise<void>;
}

async function answers({ database }: CoreContext): Promise<boolean> {
  try {
    await database.pool.query('select 1');
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts everything this process's roles need, in the order config, database, keys, core, mail, HTTP.
 * @throws StartError one clear line, with nothing left running.
 */
export async function startKauke(config: Config, adapters: Adapters = systemAdapters): Promise<RunningProgram> {
  const cleanup: Cleanup = [];
  try {
    return await startParts(config, adapters, cleanup);
  } catch (error) {
    await runCleanup(cleanup);
    throw error;
  }
}

/** Delivers what waits, erases what expired and tells a provider what changed, until it is stopped. */
function startWorker(
  queue: QueueContext,
  core: AccountContext,
  teller: OpenProvider['worker'],
): Pick<SpoolWorker, 'stop'> {
  const worker = createSpoolWorker(queue);
  worker.start();
  teller?.start();
  const stopHousekeeping = startHousekeeping(core);
  return {
    stop: async (graceMs) => {
      await Promise.all([stopHousekeeping(), teller?.stop(), worker.stop(graceMs)]);
    },
  };
}

async function startParts(config: Config, adapters: Adapters, cleanup: Cleanup): Promise<RunningProgram> {
  const { bindAddress: host, roles } = config;
  const { clock, log, webFolder } = adapters;
  // Bound first: the port may be any free one, and links name it.
  const http = roles.has('web') ? await startHttpServer({ host, port: config.httpPort, log }) : null;
  if (http !== null) cleanup.push(http.close);
  const httpPort = http === null ? null : http.port;
  const publicUrl = config.publicUrl ?? `http://localhost:${httpPort ?? config.httpPort}`;
  const { metrics, metricsPort, watch } = await openMetrics(config, adapters, cleanup);
  const { opened, mail, core, forwarder, extensions } = await connectParts(
    config,
    adapters,
    { publicUrl, metrics },
    cleanup,
  );
  watch(() => readQueueGauges(core.database));
  const { httpsPort, smtp } = await openTlsListeners(config, adapters, { mail, http }, cleanup);
  // Nothing below can fail: what works by itself starts last. Deliveries may outlive their sessions in any role.
  const worker = roles.has('worker') ? startWorker(mail.queue, core, forwarder.worker) : mail.queue.inHand;

  const drains = [smtp.close, http?.drain].filter((drain) => drain !== undefined);
  const { ending, stop } = createStop(clock, drains, worker, cleanup);
  const readiness = async (): Promise<Readiness> => {
    const database = await answers(core);
    return { ready: database && !ending.begun, database, listeners: !ending.begun };
  };
  const { trustedProxies, operatorEmail } = config;
  const site = describeSite(config, packageJson.version, smtp);
  const parts = { core, metrics, site, operatorEmail, trustedProxies, webFolder, readiness, extensions };
  const app = createApp(parts);
  http?.serve(forwarder.discardPath === null ? app : discardPosts(app, forwarder.discardPath));
  const failed = new Promise<StartError>((resolve) => {
    void opened.exited.then((reason) => reason !== null && resolve(reason));
  });
  const { version } = packageJson;
  const { mxPort, submissionPort, submissionsPort } = smtp;
  const ports = { httpPort, httpsPort, mxPort, submissionPort, submissionsPort, metricsPort };
  return { version, publicUrl, ...ports, domains: core.domains.names(), failed, stop };
}
