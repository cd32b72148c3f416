import { createApp, type AppParts } from '#api/app.ts';
import { describeSite } from '#api/describe-site.ts';
import { discardPosts } from '#api/discard-posts.ts';
import { type HttpApp, startHttpServer } from '#api/http-server.ts';
import { createHealthApp } from '#api/routes/site/health.ts';
import type { Config } from '#config/config.ts';
import type { StartError } from '#config/start-error.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { startDomainChecks } from '#core/own-domains/recheck-domains.ts';
import { startHousekeeping } from '#core/housekeeping.ts';
import { sweepHeld } from '#mail/held/sweep-held.ts';
import { type SendReportsContext, startReportMails } from '#mail/reports/send-reports.ts';
import { runEvery } from '#platform/run-every.ts';
import { startRegistrationMails } from '#core/registration/registration-mails.ts';
import { startNotices } from '#core/notices/send-notices.ts';
import { freeLeases } from '#mail/queue/claim-deliveries.ts';
import type { QueueFreeze } from '#mail/queue/state/suspension.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { readQueueGauges } from '#mail/queue/state/spool-room.ts';
import { createSpoolWorker, type SpoolWorker } from '#mail/queue/spool-worker.ts';
import { systemAdapters, type Adapters } from './adapters.ts';
import { createReadiness } from './answer-readiness.ts';
import { startOrUndo, type Cleanup } from './cleanup.ts';
import { connectParts } from './connect-parts.ts';
import { createStop } from './create-stop.ts';
import { createOperatorTools } from './operator-tools.ts';
import { openMetrics } from './open-metrics.ts';
import { openTlsListeners } from './open-listeners.ts';
import type { OpenProvider } from './open-provider.ts';
import { version } from './version.ts';
import type { Channel } from '#platform/channel.ts';

export { systemAdapters, type Adapters } from './adapters.ts';

/** Where a program can be reached, and what it is. */
export interface ProgramFacts {
  readonly version: string;
  /** Where people reach it. */
  readonly publicUrl: string;
  /** Of the web app and the API; in a process without that role, of its health alone. */
  readonly httpPort: number;
  /** Bound ports; null for a role this process does not have. */
  readonly httpsPort: number | null;
  /** Plain HTTP that leads to `publicUrl`. */
  readonly redirectPort: number | null;
  readonly mxPort: number | null;
  /** For mail programs: STARTTLS, and TLS from the first octet. */
  readonly submissionPort: number | null;
  readonly submissionsPort: number | null;
  /** For them, too: a mailbox that is always empty. */
  readonly mailboxPort: number | null;
  readonly metricsPort: number | null;
  readonly domains: readonly string[];
}

/** A program that is up. */
export interface RunningProgram extends ProgramFacts {
  /** The embedded database cannot be kept running: the program must end too. Stays open otherwise. */
  readonly failed: Promise<StartError>;
  /** Stops accepting, finishes what is in hand within `graceMs`, closes everything. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts everything this process's roles need, in the order config, database, keys, core, mail, HTTP.
 * @throws StartError one clear line, with nothing left running.
 */
export function startKauke(config: Config, adapters: Adapters = systemAdapters): Promise<RunningProgram> {
  return startOrUndo((cleanup) => startParts(config, adapters, cleanup));
}

interface WorkerParts {
  readonly core: AccountContext;
  readonly queue: QueueContext;
  readonly teller: OpenProvider['worker'];
  readonly hold: QueueFreeze;
  readonly lookEveryMs: number;
  /** Begins to make backups; returns how to stop it. */
  readonly backups: () => () => Promise<void>;
  readonly reports: SendReportsContext;
}

/** Delivers what waits, erases what expired, makes backups and tells a provider what changed, until it is stopped. */
function startWorker({
  core,
  queue,
  teller,
  hold,
  lookEveryMs,
  backups,
  reports,
}: WorkerParts): Pick<SpoolWorker, 'stop'> {
  const worker = createSpoolWorker(queue);
  worker.start();
  void hold.released.then(() => {
    queue.wake.notify();
    teller?.start();
  });
  const stopBackups = backups();
  const stopHousekeeping = startHousekeeping(core);
  const stopHeld = runEvery(
    queue.limits.heldSweepEveryMs,
    () => sweepHeld(queue),
    (error) => core.log.error('held_not_swept', error),
  );
  const stopNotices = startNotices(core, { hold, everyMs: lookEveryMs });
  const stopDomainChecks = startDomainChecks(core);
  const stopRegistrations = startRegistrationMails(core);
  const stopReports = startReportMails(reports);
  return {
    stop: async (graceMs) => {
      await Promise.all([
        stopHousekeeping(),
        stopHeld(),
        stopNotices(),
        stopRegistrations(),
        stopReports(),
        stopDomainChecks(),
        stopBackups(),
        teller?.stop(),
        worker.stop(graceMs),
      ]);
    },
  };
}

/** Other workers free what this one holds when it is gone, and it does so for them. Said before it can hold anything. */
function shareLeases(coordinator: Channel, queue: QueueContext): void {
  coordinator.tell('lease-holder', queue.leaseHolder);
  coordinator.handle('free-leases', (holder) => freeLeases(queue, String(holder)));
}

function createWebApp(parts: AppParts, { discardPath }: OpenProvider): HttpApp {
  const app = createApp(parts);
  return discardPath === null ? app : discardPosts(app, discardPath);
}

async function startParts(config: Config, adapters: Adapters, cleanup: Cleanup): Promise<RunningProgram> {
  const { bindAddress: host, roles } = config;
  const { clock, log, webFolder, requestRates: rates } = adapters;
  const { metrics, metricsPort, watch, watchDisk, watchCertificates } = await openMetrics(config, adapters, cleanup);
  const { trustedProxies, operatorEmail, hstsSubdomains } = config;
  // Bound before what names it in links: the port may be any free one.
  const http = await startHttpServer({ host, port: config.httpPort, log, trustedProxies, metrics });
  cleanup.push(http.close);
  const { port: httpPort } = http;
  const publicUrl = config.publicUrl ?? `http://localhost:${httpPort}`;
  const { opened, mail, core, hold, room, backups, forwarder, extensions, accounts } = await connectParts(
    config,
    adapters,
    { publicUrl, metrics },
    cleanup,
  );
  watch(() => readQueueGauges(core.database));
  watchDisk(() => room.gauges);
  if (adapters.coordinator !== null) shareLeases(adapters.coordinator, mail.queue);
  const listenerParts = { mail, core, http, accounts, metrics };
  const { certificates, smtp, ...webPorts } = await openTlsListeners(config, adapters, listenerParts, cleanup);
  watchCertificates(certificates.gauges);
  // Nothing below can fail: what works by itself starts last. Deliveries may outlive their sessions in any role.
  const worker = roles.has('worker')
    ? startWorker({
        core,
        queue: mail.queue,
        teller: forwarder.worker,
        hold,
        lookEveryMs: adapters.lookEveryMs,
        backups,
        reports: { ...mail.judge, queue: mail.queue, version, wanted: config.reportsSent },
      })
    : mail.queue.inHand;

  const { ending, stop } = createStop(clock, [smtp.close, http.drain], worker, cleanup);
  const readiness = createReadiness(core.database, room, ending);
  const site = describeSite(config, version, smtp);
  const parts = {
    core,
    metrics,
    site,
    operatorEmail,
    operatorTools: createOperatorTools(core, { config, resolver: mail.judge.resolver }),
    hstsSubdomains,
    trustedProxies,
    rates,
    webFolder,
    readiness,
    extensions: extensions(smtp.mxPort),
  };
  http.serve(certificates.answering(roles.has('web') ? createWebApp(parts, forwarder) : createHealthApp(readiness)));
  certificates.start();
  const failed = new Promise<StartError>((resolve) => {
    void opened.exited.then((reason) => reason !== null && resolve(reason));
  });
  void opened.finishMigration();
  const { mxPort, submissionPort, submissionsPort, mailboxPort } = smtp;
  const ports = { httpPort, ...webPorts, mxPort, submissionPort, submissionsPort, mailboxPort, metricsPort };
  return { version, publicUrl, ...ports, domains: core.domains.names(), failed, stop };
}
