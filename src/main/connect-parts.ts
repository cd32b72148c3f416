import type { AppParts } from '#api/app.ts';
import type { Config } from '#config/config.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { openDailyBackups } from '#core/backups/daily-backups.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createRefusals } from '#core/held/refusals.ts';
import { createDomainDirectory, type DomainDirectory } from '#core/domains/domain-directory.ts';
import { seedDomains } from '#core/domains/domains.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { createReportRows, type ReportRows } from '#core/mail-reports/report-rows.ts';
import { createSenderBlocks } from '#core/operator/sender-blocks.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import type { GoogleProvider } from '#core/sign-in/google-provider.ts';
import { createAliasCounts } from '#core/stats/alias-counts.ts';
import { createMailVolume } from '#core/stats/mail-volume.ts';
import { createAccountPace } from '#core/registration/account-pace.ts';
import { createPasswordHasher } from '#core/sign-in/password-hasher.ts';
import { readDisk } from '#database/embedded/cluster-disk.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { openDatabase } from '#database/open-database.ts';
import { createEncryptor } from '#mail/encrypt/encryptor.ts';
import { createKeyReader } from '#mail/encrypt/key-reader.ts';
import { openQueueFreeze } from '#mail/queue/state/suspension.ts';
import { createSystemMailer } from '#mail/queue/send-own-mail.ts';
import { openSpoolRoom } from '#mail/queue/state/spool-room.ts';
import { createContactStore } from '#mail/recipient/contact-store.ts';
import { createCorrespondents } from '#mail/recipient/contacts.ts';
import { createOwnWriter, createTestPost, type TestWriter } from '#mail/write-test.ts';
import { connectTransport, createOutsideTransport, type OutsideAdapters } from '#main/connect-transport.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { createGuardedFetch } from '#protocol/net/guarded-fetch.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';
import { domainSettings } from './domain-settings.ts';
import type { Adapters } from './adapters.ts';
import type { Cleanup } from './cleanup.ts';
import { openSharedLimits } from './shared-limits.ts';
import { createMailEngine, type MailEngine } from './create-mail-engine.ts';
import { openProvider } from './open-provider.ts';
import { openSendFrom } from './open-send-from.ts';

/** As many threads of their own. */
const passwordWork = { max: 2, maxWaiting: 64, inTurns: true };
const verificationWork = { max: 4, maxWaiting: 200 };
const knownContacts = 50_000;
/** For one look-up, so that several in a row fit into the ten seconds that a message's checks may take. */
const dnsTimeoutMs = 5_000;

/** What all else stands on; whether its mail is held, what room the disk has for mail, and how to begin to back it up. */
async function openCore(config: Config, adapters: Adapters, cleanup: Cleanup) {
  const opened = await openDatabase({ config, ...adapters, movesOlder: true });
  cleanup.push(opened.close);
  const { database } = opened;
  const { clock, random, log } = adapters;
  await migrateDatabase(database);
  const secretKey = await loadSecretKey({ config, database, random });
  const keys = await openKeyRing({ database, secretKey, random });
  const base: CoreContext = { database, keys, clock, random, log };
  await seedDomains(base, config.mailDomains, adapters.makeSigningKey);
  const domains = await createDomainDirectory(base, config);
  cleanup.push(domains.close);
  const hold = await openQueueFreeze(base);
  cleanup.push(hold.close);
  const { mailLimits, freeSpace } = adapters;
  const look = () => readDisk(config, freeSpace);
  const room = await openSpoolRoom({ database, log, limits: mailLimits, readDisk: look }).catch((error: unknown) => {
    throw new StartError(`DATA_DIR ${config.dataDir} cannot be read (${errorCode(error)}).`);
  });
  cleanup.push(room.close);
  const counted = {
    volume: createMailVolume(base, cleanup),
    counts: createAliasCounts(base, cleanup),
    refusals: createRefusals(base, cleanup),
    reportRows: createReportRows(base, cleanup, config.reportsSent),
  };
  const waits = { hold, room };
  return { opened, base, domains, waits, counted, backups: await openDailyBackups(config, base, secretKey) };
}

interface Delivery {
  readonly outside: Transport;
  readonly resolver: Resolver;
  /** Who writes tests: we ourselves; in preview a stranger, who can be answered. */
  readonly testWriter: () => TestWriter;
  /** More routes, once it is known where mail comes in. */
  readonly extensions: (mxPort: number | null) => AppParts['extensions'];
}

/** The way to the servers of others, and in preview the routes that show what went it. The inbox is loaded in preview only. */
async function openDelivery(config: Config, parts: OutsideAdapters, domains: DomainDirectory): Promise<Delivery> {
  const { clock, random, resolver } = parts;
  if (config.delivery !== 'preview') {
    const testWriter = () => createOwnWriter({ clock, domains });
    return { outside: createOutsideTransport(config, parts), resolver, testWriter, extensions: () => [] };
  }
  const { openPreview } = await import('#main/open-preview.ts');
  return openPreview({ clock, random, resolver, domains, host: config.bindAddress });
}

/** What asks and tells others. */
async function reachOutside(
  config: Config,
  adapters: Adapters,
  domains: DomainDirectory,
  { wants, tls: onTls }: ReportRows,
) {
  const { delivery, dnsServers: servers, insecureWebhooks: allowInsecure } = config;
  const resolver = createResolver({ ...adapters, servers, timeoutMs: dnsTimeoutMs });
  // In preview nothing leaves this machine.
  const allowAddress = delivery === 'preview' ? () => false : adapters.mailHosts.allowAddress;
  const fetch = createGuardedFetch({ resolver, allowAddress, allowInsecure, authorities: null });
  // Whoever publishes a record asks again at once.
  const domainDns = createResolver({ ...adapters, servers, timeoutMs: dnsTimeoutMs, cacheMaxBytes: 0 });
  const told = wants.tls && { onTls };
  return { domainDns, fetch, ...(await openDelivery(config, { ...adapters, resolver, fetch, ...told }, domains)) };
}

/** Its libraries are loaded only where they are needed. */
async function openGoogle(google: Config['google'], publicUrl: string, log: Log): Promise<GoogleProvider | null> {
  if (google === null) return null;
  const { createGoogleProvider } = await import('#core/sign-in/google-provider.ts');
  return createGoogleProvider({ ...google, publicUrl, log });
}

/** What accounts may do here, and how they prove whose they are. */
async function describeAccounts(
  config: Config,
  publicUrl: string,
  {
    random,
    clock,
    log,
    requestRates,
    passwordCost: cost,
  }: Pick<Adapters, 'random' | 'clock' | 'log' | 'requestRates' | 'passwordCost'>,
): Promise<Pick<AccountContext, 'settings' | 'newAccounts' | 'passwords' | 'google'>> {
  const { operatorEmail, delivery, targetConfirmation, insecureWebhooks, registration, quotas, google } = config;
  const domains = domainSettings(config);
  return {
    settings: {
      publicUrl,
      operatorEmail,
      delivery,
      targetConfirmation,
      insecureWebhooks,
      registration,
      quotas,
      domains,
    },
    newAccounts: createAccountPace(requestRates.newAccounts, clock),
    passwords: createPasswordHasher({ semaphore: new Semaphore(passwordWork), random, cost }),
    google: await openGoogle(google, publicUrl, log),
  };
}

interface Place {
  /** Origin without a trailing slash. */
  readonly publicUrl: string;
  readonly metrics: Metrics;
}

/** The objects of all roles, connected to each other but not yet at work. */
export async function connectParts(
  config: Config,
  adapters: Adapters,
  { publicUrl, metrics }: Place,
  cleanup: Cleanup,
) {
  const limits = { ...adapters.mailLimits, spoolMaxBytes: config.spoolMaxBytes, heldMaxBytes: config.heldMaxBytes };
  const { opened, base, domains, waits, counted, backups } = await openCore(config, adapters, cleanup);
  const around = await reachOutside(config, adapters, domains, counted.reportRows);
  const { resolver, domainDns, fetch, outside, extensions, testWriter } = around;
  const settings = { publicUrl, operatorEmail: config.operatorEmail };
  const ways = { ...base, domains, outside, fetch, settings, giveUpAfterMs: limits.giveUpAfterMs, mail: () => mail };
  const { sendFrom, watch } = await openSendFrom(config, base, resolver);
  const { transport, webhooks } = connectTransport(ways);
  cleanup.push(transport.close, webhooks.close);
  const senderBlocks = await createSenderBlocks(base, { ending: cleanup, everyMs: adapters.lookEveryMs });
  const contacts = createContactStore({ ...base, knownMax: knownContacts });
  const limiter = createRateLimiter(base, rateLimitRules);
  const ofProgram = { ...base, limits, isShared: config.databaseUrl !== null };
  const shared = await openSharedLimits(adapters.coordinator, ofProgram, cleanup);
  const forwarder = await openProvider(config, base, publicUrl);
  const encryptor = createEncryptor(base.clock);
  const mail: MailEngine = createMailEngine({
    ...base,
    domains,
    contacts,
    senderBlocks,
    ...counted,
    provider: forwarder.provider,
    limiter,
    transport,
    sendFrom,
    encryptor,
    resolver,
    limits,
    settings: { ...config, hostname: config.mailHostname, publicUrl, cutThrough: config.cutThrough === 'on' },
    trace: adapters.trace,
    metrics,
    shared: shared.queue,
    ...waits,
  });
  cleanup.push(await watch(mail.queue));
  const core: AccountContext = {
    ...base,
    ...(await describeAccounts(config, publicUrl, adapters)),
    provider: forwarder.provider,
    domains,
    domainDns,
    limiter,
    correspondents: createCorrespondents({ ...base, contacts }),
    held: mail.held,
    testPost: createTestPost({ ...base, receiver: mail, writer: testWriter }),
    mailer: createSystemMailer(mail.queue),
    webhooks,
    keyReader: createKeyReader(encryptor, fetch),
    verifications: new Semaphore(verificationWork),
    services: { ...adapters.services, fetch: (request) => fetch({ method: 'GET', body: null, ...request }) },
  };
  return { opened, mail, core, ...waits, backups, forwarder, extensions, accounts: shared.clients };
}
