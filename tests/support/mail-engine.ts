import { sql } from 'kysely';
import type { DeliveryRequests } from '#protocol/smtp-server/delivery-requests.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { createDomainDirectory } from '#core/domains/domain-directory.ts';
import { createBuiltinProvider } from '#core/forwarding-provider.ts';
import type { AliasCounts } from '#core/stats/alias-counts.ts';
import { noReportRows, type ReportRows } from '#core/mail-reports/report-rows.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import type { LiveDelays } from '#mail/live-delays.ts';
import type { SpoolWorker } from '#mail/queue/spool-worker.ts';
import { mailLimits, type MailLimits } from '#mail/mail-limits.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { SpoolRoom } from '#mail/queue/state/spool-room.ts';
import { ignorePoints, type Trace } from '#mail/queue/state/delivery.ts';
import { receiveMessage } from '#mail/receive-message.ts';
import { type Recipient, resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import { reverseToken, reverseTokenHash } from '#mail/recipient/address-forms.ts';
import { createEncryptor } from '#mail/encrypt/encryptor.ts';
import { createContactStore } from '#mail/recipient/contact-store.ts';
import { createMailEngine, type MailEngine, type MailSettings } from '#main/create-mail-engine.ts';
import { createOwnLimits } from '#main/shared-limits.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { ignoreMetrics } from '#platform/metrics.ts';
import { systemRandom } from '#platform/random.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';
import { addTarget } from '#support/add-target.ts';
import type { TestDatabase } from '#support/database.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { createPreparedDatabase } from '#support/prepared-database.ts';
import { withLocalRecipients } from '#support/local-recipients.ts';
import { drain, startTellingWorker, tell } from '#support/telling-worker.ts';
import { createTestLog } from '#support/test-log.ts';

/**
 * The product's rules with waits a test can sit out. How long a sender waits for its reply and how long a lease runs are
 * the product's own: on a busy machine short ones end what is only slow. A test of what hangs or dies shortens them itself.
 */
export const quickLimits: MailLimits = {
  ...mailLimits,
  backOffFirstMs: 100,
  backOffMaxMs: 400,
  leaseRenewMs: 500,
  retryDelaysMs: [300, 300, 600],
  workerPollMs: 50,
  workerPauseFirstMs: 50,
  workerPauseMaxMs: 200,
  sweepEveryMs: 200,
  usageReadEveryMs: 0,
};

export interface AliasOptions {
  readonly local: string;
  readonly domain?: string;
  /** Addresses of inboxes. */
  readonly targets: readonly string[];
  /** Addresses among them that are not confirmed. */
  readonly unconfirmed?: readonly string[];
  readonly active?: boolean;
  readonly ageMs?: number;
  /** An existing account; a new one otherwise. */
  readonly userId?: string;
}

export interface TestAlias {
  readonly aliasId: string;
  readonly userId: string;
  readonly address: string;
}

export interface SendOptions {
  readonly from?: string;
  readonly content?: string | Buffer;
  /** What its sender wants to hear, recipient for recipient. */
  readonly requests?: DeliveryRequests;
  /** The process that receives it; the first one otherwise. */
  readonly context?: TestContext;
}

/** All that the operations of the engine's rooms take, in one. */
export interface TestContext extends QueueContext, AsAliasContext {
  readonly limits: MailLimits;
  readonly engine: MailEngine;
  readonly resolver: Resolver;
  readonly liveDelays: LiveDelays;
}

/** The mail engine on a fresh database, with the sender's side played by the test. */
export interface TestMail {
  readonly context: TestContext;
  /** What the engine asks about senders. */
  readonly dns: DnsServer;
  readonly test: TestDatabase;
  readonly logLines: readonly string[];
  /** Aliases that refused a message, once for each. */
  readonly refusals: readonly string[];
  /** Another process on the same database. */
  another(parts: Partial<MailEngineOptions>): Promise<TestContext>;
  addAlias(options: AliasOptions): Promise<TestAlias>;
  /** As the owner does it, before or after the correspondent first wrote. */
  blockContact(alias: TestAlias, correspondent: string): Promise<void>;
  /** Plays RCPT and DATA; the reply is the one to DATA, or to the first refused RCPT. */
  send(to: string | readonly string[], options?: SendOptions): Promise<SmtpReply>;
  worker(context?: TestContext): SpoolWorker;
  /** Sends the notices that are due, which a worker does again and again. */
  tell(context?: TestContext): Promise<void>;
  /** Resolves when the spool holds nothing, and nothing is due to be told. */
  drained(): Promise<void>;
  /** How many rows each spool table holds: messages, deliveries. */
  waiting(): Promise<{ messages: number; deliveries: number }>;
  close(): Promise<void>;
}

export interface MailEngineOptions {
  readonly transport: Transport;
  readonly limits: MailLimits;
  readonly settings: Partial<MailSettings>;
  readonly trace: Trace;
  readonly clock: Clock;
  readonly hold: { readonly held: boolean };
  readonly room: SpoolRoom;
  readonly counts: AliasCounts;
  readonly reportRows: ReportRows;
}

export function exampleMessage(id: string): string {
  return [
    'From: Bob Builder <bob@sender.example>',
    'To: someone@kauke.test',
    `Subject: Subject of ${id}`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    `Message-ID: <${id}@sender.example>`,
    '',
    `Body of ${id}`,
    '',
  ].join('\r\n');
}

const plainEnvelope = { eightBitMime: false, smtpUtf8: false };
let lastMessage = 0;

export async function createTestMail(
  options: Pick<MailEngineOptions, 'transport'> & Partial<MailEngineOptions>,
): Promise<TestMail> {
  const test = await createPreparedDatabase();
  const { database } = test;
  const logLines: string[] = [];
  const log = createTestLog((line) => logLines.push(line), systemClock.now);
  const stops: (() => Promise<void>)[] = [];
  const refusals: string[] = [];
  const keys = await createTestKeyRing(database);
  const base = { database, keys, clock: systemClock, random: systemRandom, log };
  const domains = await createDomainDirectory(base);

  const dns = await startDnsServer();
  // The product's own time: with less, what a busy machine reads late counts as silence, and no sender is proven.
  const resolver = createResolver({ ...base, servers: [dns.address], timeoutMs: 5_000 });
  stops.push(() => dns.close());

  const encryptor = createEncryptor(systemClock);
  const makeContext = (parts: Partial<MailEngineOptions>): TestContext => {
    const outside = parts.transport ?? options.transport;
    const clock = parts.clock ?? base.clock;
    const limits = parts.limits ?? options.limits ?? quickLimits;
    const made: MailEngine = createMailEngine({
      ...base,
      clock,
      resolver,
      domains,
      contacts: createContactStore({ ...base, knownMax: 1000 }),
      senderBlocks: { names: () => false },
      volume: { add: () => {} },
      provider: createBuiltinProvider(),
      counts: { ...options, ...parts }.counts ?? { add: () => {} },
      refusals: { add: (aliasId) => void refusals.push(aliasId) },
      reportRows: { ...options, ...parts }.reportRows ?? noReportRows,
      limiter: createRateLimiter(base, rateLimitRules),
      transport: withLocalRecipients(outside, { domains, log }, () => made),
      sendFrom: { choose: () => null },
      encryptor,
      limits,
      shared: createOwnLimits({ ...base, clock, limits }, (network) => network).queue,
      hold: parts.hold ?? { held: false },
      room: parts.room ?? { bytes: Infinity, take: () => {} },
      settings: {
        hostname: 'mx.kauke.test',
        publicUrl: 'http://localhost:3000',
        cutThrough: true,
        operatorEmail: 'operator@inbox.example',
        unauthenticatedMail: 'mark',
        trustedSealers: [],
        arc: 'auto',
        workers: 1,
        newAccountsSend: null,
        targetConfirmation: 'required',
        quotas: { aliases: null, unconfirmedAliases: 10_000, targets: 500, apiKeys: 50 },
        dnsblZones: [],
        rspamd: null,
        sendFrom: [],
        ...options.settings,
        ...parts.settings,
      },
      trace: parts.trace ?? options.trace ?? ignorePoints,
      metrics: ignoreMetrics,
    });
    stops.push(() => made.queue.inHand.stop(0));
    const { liveDelays } = made.receive.noted;
    return { ...made.submit, ...made.queue, engine: made, resolver, liveDelays };
  };
  const context = makeContext({});

  const addAccount = async (): Promise<string> => {
    const id = systemRandom.uuid();
    await database.db
      .insertInto('users')
      .values({ id, emailSealed: null, emailHash: null, emailVerifiedAt: null, passwordHash: null })
      .execute();
    return id;
  };

  const waiting = async (): Promise<{ messages: number; deliveries: number }> => {
    const { rows } = await sql<{ messages: number; deliveries: number }>`
      select (select count(*) from spool_messages)::int as messages,
        (select count(*) from spool_deliveries)::int as deliveries`.execute(database.db);
    return rows[0] ?? { messages: 0, deliveries: 0 };
  };

  return {
    context,
    dns,
    test,
    logLines,
    refusals,
    waiting,
    another: async (parts) => makeContext(parts),
    addAlias: async ({ local, domain = 'kauke.test', targets, unconfirmed = [], active = true, ageMs = 0, userId }) => {
      const owner = userId ?? (await addAccount());
      const aliasId = systemRandom.uuid();
      await database.db
        .insertInto('aliases')
        .values({
          id: aliasId,
          userId: owner,
          domainId: domains.find(domain)?.id ?? '',
          localPart: local,
          active,
          notes: null,
          createdAt: new Date(systemClock.now() - ageMs),
        })
        .execute();
      for (const [position, target] of targets.entries()) {
        const targetId = await addTarget(base, { userId: owner, target, confirmed: !unconfirmed.includes(target) });
        await database.db.insertInto('aliasTargets').values({ aliasId, targetId, position }).execute();
      }
      return { aliasId, userId: owner, address: `${local}@${domain}` };
    },
    blockContact: async ({ aliasId, userId, address: aliasAddress }, correspondent) => {
      const token = reverseToken(keys, { userId, aliasAddress, correspondent });
      await context.contacts.store(aliasId, [{ token, correspondent }]);
      await database.db
        .updateTable('contacts')
        .set({ blockedAt: new Date() })
        .where('tokenHash', '=', reverseTokenHash(token))
        .execute();
    },
    send: async (to, { from = 'bob@sender.example', content, requests, context: { engine } = context } = {}) => {
      const client = { remoteAddress: '192.0.2.7', helo: 'mail.sender.example', protocol: 'ESMTP' };
      const addresses = typeof to === 'string' ? [to] : to;
      const recipients: Recipient[] = [];
      for (const address of addresses) {
        const decision = await resolveRecipient(engine.recipient, address, from);
        if (!decision.accepted) return decision.reply;
        recipients.push(decision.recipient);
      }
      lastMessage += 1;
      return receiveMessage(engine.receive, {
        envelope: { reversePath: from, recipients: addresses, ...plainEnvelope, ...(requests && { requests }) },
        recipients,
        content: Buffer.from(content ?? exampleMessage(`message-${lastMessage}`)),
        client,
      });
    },
    worker: (of = context) => {
      const worker = startTellingWorker(of);
      stops.push(() => worker.stop(0));
      return worker;
    },
    tell: (of = context) => tell(of),
    drained: () => drain(context),
    close: async () => {
      for (const stop of stops.toReversed()) await stop();
      domains.close();
      await test.drop();
    },
  };
}
