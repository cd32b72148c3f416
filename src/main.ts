import packageJson from '../package.json' with { type: 'json' };
import { join } from 'node:path';
import { createApp, type AppParts } from '#api/app.ts';
import { startHttpServer, type HttpServer } from '#api/http-server.ts';
import type { Readiness } from '#api/routes/health.ts';
import type { Config } from '#config/config.ts';
import type { StartError } from '#config/start-error.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import type { GoogleProvider } from '#core/accounts/google-provider.ts';
import { createPasswordHasher } from '#core/accounts/password-hasher.ts';
import { createWorkGate } from '#core/accounts/work-gate.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { seedDomains } from '#core/domains/seed-domains.ts';
import { startHousekeeping } from '#core/housekeeping.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { openDatabase, type OpenDatabase } from '#database/open-database.ts';
import { createContactStore } from '#mail/address/store-contacts.ts';
import { createTransport, type MailHosts } from '#mail/deliver/create-transport.ts';
import { isForeignPublicAddress } from '#mail/deliver/public-address.ts';
import type { Transport } from '#mail/deliver/transport.ts';
import { createMailContext, type MailContext } from '#mail/mail-context.ts';
import { mailLimits, type MailLimits } from '#mail/mail-limits.ts';
import { createSystemMailer } from '#mail/send-system-mail.ts';
import { followTlsCertificate, type FollowedCertificate } from '#mail/smtp/follow-tls-certificate.ts';
import { startMxListener } from '#mail/start-mx-listener.ts';
import { createSpoolWorker, type SpoolWorker } from '#mail/spool/spool-worker.ts';
import { ignorePoints, type Trace } from '#mail/trace.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { createLog, type Log } from '#platform/log.ts';
import { systemRandom, type Random } from '#platform/random.ts';

/** The outside world, passed in so that tests decide about it. */
export interface Adapters {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly trace: Trace;
  readonly mailLimits: MailLimits;
  /** What delivery to mail hosts found in DNS may connect to. */
  readonly mailHosts: MailHosts;
  /** The built web app; null when something else serves it. */
  readonly webFolder: string | null;
}

/** A program that is up. */
export interface RunningProgram {
  readonly version: string;
  /** Where people reach it. */
  readonly publicUrl: string;
  /** Bound ports; null for a role this process does not have. */
  readonly httpPort: number | null;
  readonly httpsPort: number | null;
  readonly mxPort: number | null;
  readonly domains: readonly string[];
  /** The embedded database ended by itself: the program must end too. Stays open otherwise. */
  readonly failed: Promise<StartError>;
  /** Stops accepting, finishes what is in hand within `graceMs`, closes everything. */
  stop(graceMs?: number): Promise<void>;
}

/** What is in hand may take this long; disconnecting and stopping the database fit into the rest of 20 s. */
const stopGraceMs = 18_000;
const passwordWork = { atOnce: 4, waiting: 64 };
const knownContacts = 50_000;
const certificateCheckMs = 10_000;
const submissionPorts = { port: 587, sslPort: 465 };
const previewCapacity = { capacity: 200, maxBytes: 64 * 1024 * 1024 };

export const systemAdapters: Adapters = {
  clock: systemClock,
  random: systemRandom,
  log: createLog((line) => process.stderr.write(line), systemClock.now),
  trace: ignorePoints,
  mailLimits,
  mailHosts: { port: 25, allowAddress: isForeignPublicAddress },
  webFolder: join(import.meta.dirname, '../dist/web'),
};

/** Undo steps of a start, run last to first; a start that fails half-way leaves nothing running. */
type Cleanup = (() => Promise<void> | void)[];

const runCleanup = async (cleanup: Cleanup): Promise<void> => {
  for (let step = cleanup.pop(); step !== undefined; step = cleanup.pop()) await step();
};

const openCore = async (config: Config, adapters: Adapters, opened: OpenDatabase): Promise<CoreContext> => {
  const { database } = opened;
  const { clock, random, log } = adapters;
  await migrateDatabase(database);
  const secretKey = await loadSecretKey({ config, database, random });
  const keys = await openKeyRing({ database, secretKey, random });
  const core = { database, keys, clock, random, log };
  await seedDomains(core, config.mailDomains);
  return core;
};

/** Outbound transport, and in preview the routes that show it. The inbox is loaded in preview only. */
const openDelivery = async (
  config: Config,
  adapters: Adapters,
): Promise<{ transport: Transport; extensions: AppParts['extensions'] }> => {
  if (config.delivery !== 'preview') return { transport: createTransport(config, adapters), extensions: [] };
  const { clock, random } = adapters;
  const [{ createPreviewInbox }, { inboxRoutes }] = await Promise.all([
    import('#mail/preview/preview-inbox.ts'),
    import('#api/routes/inbox.ts'),
  ]);
  const inbox = createPreviewInbox({ clock, random, ...previewCapacity });
  return { transport: inbox, extensions: [inboxRoutes(inbox)] };
};

/** For every listener that speaks TLS. */
const openCertificate = async (
  { tls: files, dataDir, mailHostname: hostname }: Config,
  { clock, log }: Adapters,
  cleanup: Cleanup,
): Promise<FollowedCertificate> => {
  const options = { files, dataDir, hostname, clock, log, checkEveryMs: certificateCheckMs };
  const certificate = await followTlsCertificate(options);
  cleanup.push(certificate.close);
  return certificate;
};

/** Its libraries are loaded only where they are needed. */
const openGoogle = async ({ google }: Config, publicUrl: string, log: Log): Promise<GoogleProvider | null> => {
  if (google === null) return null;
  const { createGoogleProvider } = await import('#core/accounts/google-provider.ts');
  return createGoogleProvider({ ...google, publicUrl, log });
};

/** HTTPS beside HTTP, and MX. Returns their ports and how every listener is drained. */
const openTlsListeners = async (
  config: Config,
  adapters: Adapters,
  { mail, http }: { mail: MailContext; http: HttpServer | null },
  cleanup: Cleanup,
) => {
  const { current: certificate } = await openCertificate(config, adapters, cleanup);
  const { httpsPort: port, roles, bindAddress: host, mxPort } = config;
  const httpsPort = http === null || port === null ? null : await http.openTls({ port, certificate });
  const mx = roles.has('mx') ? await startMxListener(mail, { host, port: mxPort, certificate }) : null;
  const drains = [mx?.listener.close, http?.drain].filter((drain) => drain !== undefined);
  return { httpsPort, mxPort: mx === null ? null : mx.port, drains };
};

/** What the web app may know of the set-up. */
const describeSite = ({ mailHostname, privacyEmail, links, legal, databaseUrl }: Config): AppParts['site'] => ({
  version: packageJson.version,
  smtp: { host: mailHostname, ...submissionPorts },
  privacyEmail,
  links,
  legal: { ...legal, database: databaseUrl === null ? 'embedded' : 'external' },
});

const answers = async ({ database }: CoreContext): Promise<boolean> => {
  try {
    await database.pool.query('select 1');
    return true;
  } catch {
    return false;
  }
};

/**
 * Starts everything this process's roles need, in the order config, database, keys, core, mail, HTTP.
 * @throws StartError one clear line, with nothing left running.
 */
export const startKauke = async (config: Config, adapters: Adapters = systemAdapters): Promise<RunningProgram> => {
  const cleanup: Cleanup = [];
  try {
    return await startParts(config, adapters, cleanup);
  } catch (error) {
    await runCleanup(cleanup);
    throw error;
  }
};

/** The objects of all roles, connected to each other but not yet at work. */
const connectParts = async (config: Config, adapters: Adapters, publicUrl: string, cleanup: Cleanup) => {
  const { log, random } = adapters;
  const opened = await openDatabase({ config, log, random });
  cleanup.push(opened.close);
  const base = await openCore(config, adapters, opened);
  const domains = await createDomainDirectory(base);
  cleanup.push(domains.close);
  const { transport, extensions } = await openDelivery(config, adapters);
  cleanup.push(transport.close);
  const mail = createMailContext({
    ...base,
    domains,
    contacts: createContactStore({ ...base, knownMax: knownContacts }),
    transport,
    limits: { ...adapters.mailLimits, spoolMaxBytes: config.spoolMaxBytes },
    settings: {
      hostname: config.mailHostname,
      cutThrough: config.cutThrough === 'on',
      operatorEmail: config.operatorEmail,
    },
    trace: adapters.trace,
  });
  const core: AccountContext = {
    ...base,
    domains,
    limiter: createRateLimiter(base, rateLimitRules),
    mailer: createSystemMailer(mail),
    settings: { publicUrl, delivery: config.delivery, targetConfirmation: config.targetConfirmation },
    passwords: createPasswordHasher({ gate: createWorkGate(passwordWork), random }),
    google: await openGoogle(config, publicUrl, log),
  };
  return { opened, mail, core, extensions };
};

/** Delivers what waits and erases what expired, until it is stopped. */
const startWorker = (mail: MailContext, core: AccountContext): Pick<SpoolWorker, 'stop'> => {
  const worker = createSpoolWorker(mail);
  worker.start();
  const stopHousekeeping = startHousekeeping(core);
  return {
    stop: async (graceMs) => {
      await Promise.all([stopHousekeeping(), worker.stop(graceMs)]);
    },
  };
};

/** Ends a program once: boundaries first, then what they left to do, then what that stood on. */
const createStop = (
  { now }: Clock,
  drains: readonly ((graceMs: number) => Promise<void>)[],
  worker: Pick<SpoolWorker, 'stop'>,
  cleanup: Cleanup,
) => {
  const ending = { begun: false };
  const stop = async (graceMs = stopGraceMs): Promise<void> => {
    if (ending.begun) return;
    ending.begun = true;
    const deadline = now() + graceMs;
    const left = (): number => Math.max(0, deadline - now());
    await Promise.all(drains.map((drain) => drain(left())));
    await worker.stop(left());
    await runCleanup(cleanup);
  };
  return { ending, stop };
};

const startParts = async (config: Config, adapters: Adapters, cleanup: Cleanup): Promise<RunningProgram> => {
  const { bindAddress: host, roles } = config;
  const { clock, log, webFolder } = adapters;
  // Bound first: the port may be any free one, and links name it.
  const http = roles.has('web') ? await startHttpServer({ host, port: config.httpPort, log }) : null;
  if (http !== null) cleanup.push(http.close);
  const httpPort = http === null ? null : http.port;
  const publicUrl = config.publicUrl ?? `http://localhost:${httpPort ?? config.httpPort}`;
  const { opened, mail, core, extensions } = await connectParts(config, adapters, publicUrl, cleanup);
  const { httpsPort, mxPort, drains } = await openTlsListeners(config, adapters, { mail, http }, cleanup);
  // Nothing below can fail: what works by itself starts last. Deliveries may outlive their sessions in any role.
  const worker = roles.has('worker') ? startWorker(mail, core) : mail.inHand;

  const { ending, stop } = createStop(clock, drains, worker, cleanup);
  const readiness = async (): Promise<Readiness> => {
    const database = await answers(core);
    return { ready: database && !ending.begun, database, listeners: !ending.begun };
  };
  const { trustedProxies, operatorEmail } = config;
  const site = describeSite(config);
  http?.serve(createApp({ core, site, operatorEmail, trustedProxies, webFolder, readiness, extensions }));
  const failed = new Promise<StartError>((resolve) => {
    void opened.exited.then((reason) => reason !== null && resolve(reason));
  });
  const { version } = packageJson;
  return { version, publicUrl, httpPort, httpsPort, mxPort, domains: core.domains.names(), failed, stop };
};
