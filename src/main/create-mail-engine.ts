import { availableParallelism } from 'node:os';
import type { Config } from '#config/config.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { ForwardingProvider } from '#core/forwarding-provider.ts';
import { createRuleBook } from '#core/rules/rule-book.ts';
import type { SenderBlocks } from '#core/operator/sender-blocks.ts';
import type { AliasCounts } from '#core/stats/alias-counts.ts';
import type { Refusals } from '#core/held/refusals.ts';
import { createHeldMail } from '#mail/held/open-held.ts';
import type { HeldMail } from '#core/held/held-mail.ts';
import type { ReportRows } from '#core/mail-reports/report-rows.ts';
import type { MailVolume } from '#core/stats/mail-volume.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { createBlockLists } from '#mail/judge/block-lists.ts';
import type { JudgeContext } from '#mail/judge/verify-received.ts';
import { createLiveDelays } from '#mail/live-delays.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
import { createQueueContext, type QueueContext, type SharedState } from '#mail/queue/state/queue-context.ts';
import type { QueueFreeze } from '#mail/queue/state/suspension.ts';
import type { SpoolRoom } from '#mail/queue/state/spool-room.ts';
import type { Trace } from '#mail/queue/state/delivery.ts';
import type { ReceiveContext } from '#mail/receive-message.ts';
import { createFindAlias } from '#core/aliases/standing/find-alias.ts';
import { createSenderNotes, createMessageCaps, createNoteUse } from '#core/aliases/standing/note-message.ts';
import type { RecipientContext } from '#mail/recipient/resolve-alias.ts';
import type { ContactStore } from '#mail/recipient/contact-store.ts';
import type { Encryptor } from '#mail/encrypt/encryptor.ts';
import type { SendFrom } from '#mail/send-from/choose-address.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { SigningPlace } from '#protocol/dkim/sign-dkim.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';

/** What the mail engine is built from. */
export interface MailEngineParts extends CoreContext {
  readonly domains: DomainDirectory;
  readonly contacts: ContactStore;
  readonly senderBlocks: SenderBlocks;
  readonly volume: MailVolume;
  readonly provider: ForwardingProvider;
  readonly counts: AliasCounts;
  readonly refusals: Refusals;
  readonly reportRows: ReportRows;
  readonly limiter: RateLimiter;
  readonly transport: Transport;
  readonly sendFrom: SendFrom;
  readonly encryptor: Encryptor;
  readonly resolver: Resolver;
  readonly limits: MailLimits;
  readonly settings: MailSettings;
  readonly trace: Trace;
  readonly metrics: Metrics;
  /** What it shares with the other processes of the program. */
  readonly shared: SharedState;
  readonly hold: Pick<QueueFreeze, 'held'>;
  /** What the disk leaves to mail that waits. */
  readonly room: SpoolRoom;
}

export interface MailSettings extends Pick<
  Config,
  | 'operatorEmail'
  | 'unauthenticatedMail'
  | 'trustedSealers'
  | 'arc'
  | 'dnsblZones'
  | 'rspamd'
  | 'workers'
  | 'newAccountsSend'
  | 'quotas'
  | 'targetConfirmation'
  | 'sendFrom'
> {
  /** The name we give in Received. */
  readonly hostname: string;
  /** Origin without a trailing slash; links in our mails start with it. */
  readonly publicUrl: string;
  /** Deliver while the sender waits; false: spool first. */
  readonly cutThrough: boolean;
}

/** The rooms of the mail engine, each with the few things it uses. */
export interface MailEngine {
  readonly recipient: RecipientContext;
  readonly judge: JudgeContext;
  readonly receive: ReceiveContext;
  readonly submit: AsAliasContext;
  readonly queue: QueueContext;
  readonly held: HeldMail;
}

/** Reports of other mail servers that wait to be read; who comes later is asked to come again. */
const waitingReports = 20;

/** One per process. */
export function createMailEngine(parts: MailEngineParts): MailEngine {
  const { clock, contacts, database, domains, keys, limiter, limits, log, metrics, random, resolver, settings } = parts;
  const { provider, senderBlocks, volume, counts, refusals, reportRows, encryptor } = parts;
  const { arc, dnsblZones: zones, hostname, operatorEmail, rspamd, unauthenticatedMail, workers } = settings;
  const { newAccountsSend, publicUrl } = settings;
  const queue = createQueueContext(parts);
  const { confirmationGraceMs } = limits;
  const newNames = { database, keys, clock, random, limiter, provider, rules: createRuleBook(parts), settings };
  const recipient = {
    database,
    keys,
    clock,
    domains,
    findAlias: createFindAlias(database, keys, clock),
    newNames,
    confirmationGraceMs,
    tracer: queue.tracer,
  };
  const blockLists = createBlockLists({ resolver, zones, clock });
  const trustedSealers = new Set(settings.trustedSealers);
  const judge = {
    database,
    keys,
    contacts,
    clock,
    log,
    metrics,
    resolver,
    domains,
    blockLists,
    senderBlocks,
    rspamd,
    unauthenticatedMail,
    trustedSealers,
    tracer: queue.tracer,
    reportRows,
  };
  // Where each processor has its worker, none is free to sign for another.
  const signingPlace: SigningPlace = workers < availableParallelism() ? 'pool' : 'here';
  const forwarding = { hostname, operatorEmail, arc, signingPlace, publicUrl };
  const forward = { clock, random, keys, domains, contacts, encryptor, settings: forwarding };
  const noteUse = createNoteUse(database, clock);
  const senders = createSenderNotes(database, keys);
  const asAlias = { ...recipient, random, limiter, contacts, noteUse, senders, volume, counts, queue, newAccountsSend };
  const addresses = settings.sendFrom.map(({ address }) => address);
  const reading = new Semaphore({ max: 1, maxWaiting: waitingReports });
  const leaving = { hosts: [hostname], addresses, resolver };
  const reports = { database, keys, clock, random, log, domains, limiter, metrics, ...leaving, reading, queue };
  const caps = createMessageCaps(database);
  const noted = { noteUse, senders, caps, volume, counts, refusals, liveDelays: createLiveDelays(random) };
  const receive = { recipient, judge, forward, asAlias, reports, queue, noted };
  const held = createHeldMail({ recipient, forward, queue });
  return { recipient, judge, receive, submit: asAlias, queue, held };
}
