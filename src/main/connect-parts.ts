import type { AppParts } from '#api/app.ts';
import type { Config } from '#config/config.ts';
import { limits as sharedLimits } from '#contract/limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { seedDomains } from '#core/domains/domains.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { createSenderBlocks } from '#core/operator/sender-blocks.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import type { GoogleProvider } from '#core/sign-in/google-provider.ts';
import { createPasswordHasher } from '#core/sign-in/password-hasher.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { openDatabase, type OpenDatabase } from '#database/open-database.ts';
import { createSystemMailer } from '#mail/queue/send-own-mail.ts';
import { createCorrespondents, createContactStore } from '#mail/recipient/contacts.ts';
import { connectTransport, createOutsideTransport, type OutsideAdapters } from '#main/connect-transport.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { Semaphore } from '#platform/semaphore.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';
import { createGuardedFetch } from '#protocol/net/guarded-fetch.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';
import type { Adapters } from './adapters.ts';
import type { Cleanup } from './cleanup.ts';
import { openSharedLimits } from './shared-limits.ts';
import { createMailEngine, type MailEngine } from './create-mail-engine.ts';
import { openProvider } from './open-provider.ts';
import { openSendFrom } from './open-send-from.ts';

/** Threads of the pool that it leaves to signatures: one of three (`config/process-settings` sets their number). */
const passwordWork = { max: 2, maxWaiting: 64, inTurns: true };
const verificationWork = { max: 4, maxWaiting: 200 };
const knownContacts = 50_000;
/** For one look-up, so that several in a row fit into the ten seconds that a message's checks may take. */
const dnsTimeoutMs = 5_000;
const previewCapacity = { capacity: sharedLimits.previewMessages, maxBytes: 64 * 1024 * 1024 };

async function openCore(config: Config, adapters: Adapters, opened: OpenDatabase): Promise<CoreContext> {
  const { database } = opened;
  const { clock, random, log } = adapters;
  await migrateDatabase(database);
  const secretKey = await loadSecretKey({ config, database, random });
  const keys = await openKeyRing({ database, secretKey, random });
  const core = { database, keys, clock, random, log };
  await seedDomains(core, config.mailDomains);
  return core;
}

/** The way to the servers of others, and in preview the routes that show what went it. The inbox is loaded in preview only. */
async function openDelivery(
  config: Config,
  parts: OutsideAdapters,
): Promise<{ outside: Transport; extensions: AppParts['extensions'] }> {
  if (config.delivery !== 'preview') return { outside: createOutsideTransport(config, parts), extensions: [] };
  const { clock, random } = parts;
  const [{ createPreviewInbox }, { mountInbox }] = await Promise.all([
    import('#mail/preview/preview-inbox.ts'),
    import('#api/routes/site/inbox.ts'),
  ]);
  const inbox = createPreviewInbox({ clock, random, ...previewCapacity });
  return { outside: inbox, extensions: [mountInbox(inbox)] };
}

/** Its libraries are loaded only where they are needed. */
async function openGoogle({ google }: Config, publicUrl: string, log: Log): Promise<GoogleProvider | null> {
  if (google === null) return null;
  const { createGoogleProvider } = await import('#core/sign-in/google-provider.ts');
  return createGoogleProvider({ ...google, publicUrl, log });
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
  const { clock, log, random } = adapters;
  const limits = { ...adapters.mailLimits, spoolMaxBytes: config.spoolMaxBytes };
  const opened = await openDatabase({ config, ...adapters });
  cleanup.push(opened.close);
  const base = await openCore(config, adapters, opened);
  const domains = await createDomainDirectory(base, config);
  cleanup.push(domains.close);
  const resolver = createResolver({ servers: config.dnsServers, timeoutMs: dnsTimeoutMs, clock, random });
  const { delivery, targetConfirmation, insecureWebhooks: allowInsecure, quotas, registration } = config;
  // In preview nothing leaves this machine.
  const allowAddress = delivery === 'preview' ? () => false : adapters.mailHosts.allowAddress;
  const fetch = createGuardedFetch({ resolver, allowAddress, allowInsecure, authorities: null });
  const { outside, extensions } = await openDelivery(config, { ...adapters, resolver, fetch });
  const { operatorEmail } = config;
  const ways = {
    ...base,
    domains,
    outside,
    fetch,
    publicUrl,
    operatorEmail,
    giveUpAfterMs: limits.giveUpAfterMs,
    mail: () => mail,
  };
  const { sendFrom, watch } = await openSendFrom(config, base, resolver);
  const { transport, webhooks } = connectTransport(ways);
  cleanup.push(transport.close, webhooks.close);
  const senderBlocks = await createSenderBlocks(base, cleanup);
  const contacts = createContactStore({ ...base, knownMax: knownContacts });
  const limiter = createRateLimiter(base, rateLimitRules);
  const isShared = config.databaseUrl !== null;
  const shared = await openSharedLimits(adapters.coordinator, { ...base, limits, isShared }, cleanup);
  const mail: MailEngine = createMailEngine({
    ...base,
    domains,
    contacts,
    senderBlocks,
    limiter,
    transport,
    sendFrom,
    resolver,
    limits,
    settings: { ...config, hostname: config.mailHostname, publicUrl, cutThrough: config.cutThrough === 'on' },
    trace: adapters.trace,
    metrics,
    shared: shared.queue,
  });
  cleanup.push(await watch(mail.queue));
  const forwarder = await openProvider(config, base, publicUrl);
  const core: AccountContext = {
    ...base,
    provider: forwarder.provider,
    domains,
    limiter,
    correspondents: createCorrespondents({ ...base, contacts }),
    mailer: createSystemMailer(mail.queue),
    webhooks,
    verifications: new Semaphore(verificationWork),
    settings: { publicUrl, delivery, targetConfirmation, insecureWebhooks: allowInsecure, registration, quotas },
    passwords: createPasswordHasher({ semaphore: new Semaphore(passwordWork), random }),
    google: await openGoogle(config, publicUrl, log),
  };
  return { opened, mail, core, forwarder, extensions, accounts: shared.clients };
}
