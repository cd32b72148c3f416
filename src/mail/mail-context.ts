import type { RspamdConfig } from '#config/config.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { createFindAlias, type FindAlias } from '#mail/recipient/find-alias.ts';
import type { ContactStore } from '#mail/recipient/store-contacts.ts';
import { createDestinationLimits, type DestinationLimits } from '#protocol/smtp-client/destination-limits.ts';
import { smarthostDestination } from '#protocol/smtp-client/smarthost-transport.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';
import { createUnansweredBodies, type UnansweredBodies } from '#mail/queue/unanswered-bodies.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { createLiveDelays, type LiveDelays } from '#mail/queue/live-delays.ts';
import type { MailLimits } from '#mail/queue/mail-limits.ts';
import { createRetryMemory, type RetryMemory } from '#mail/queue/retry-memory.ts';
import { destinationKey, hashDestination } from '#mail/queue/destinations.ts';
import { createDeliveriesInHand, type DeliveriesInHand } from '#mail/queue/deliveries-in-hand.ts';
import { createBlockLists, type BlockLists } from '#mail/judge/block-lists.ts';
import { createSettlements, type Settlements } from '#mail/queue/settle-delivery.ts';
import { createSpoolUsage, type SpoolUsage } from '#mail/queue/spool-usage.ts';
import { createWake, type Wake } from '#mail/queue/wake.ts';
import type { Trace } from '#mail/queue/trace.ts';
import type { Metrics } from '#platform/metrics.ts';

/** What the mail engine is built from. */
export interface MailParts extends CoreContext {
  readonly domains: DomainDirectory;
  readonly contacts: ContactStore;
  readonly limiter: RateLimiter;
  readonly transport: Transport;
  readonly resolver: Resolver;
  readonly limits: MailLimits;
  readonly settings: MailSettings;
  readonly trace: Trace;
  readonly metrics: Metrics;
}

export interface MailSettings {
  /** The name we give in Received. */
  readonly hostname: string;
  /** Origin without a trailing slash; links in our mails start with it. */
  readonly publicUrl: string;
  /** Deliver while the sender waits; false: spool first. */
  readonly cutThrough: boolean;
  /** Where mail to postmaster@ and the like goes. Null (preview only): it stays addressed as it is. */
  readonly operatorEmail: string | null;
  /** What becomes of mail that neither SPF nor DKIM vouches for. */
  readonly unauthenticatedMail: 'refuse' | 'mark';
  /** Whether forwarded mail is sealed; `auto`: in transparent mode and where a chain arrived. */
  readonly arc: 'auto' | 'on' | 'off';
  /** DNS block lists that are asked about each client. */
  readonly dnsblZones: readonly string[];
  /** The Rspamd that is asked about each message; null: none. */
  readonly rspamd: RspamdConfig | null;
}

/** Passed to every operation on messages: the parts, and the state that this process's operations share. */
export interface MailContext extends MailParts {
  readonly findAlias: FindAlias;
  readonly destinations: DestinationLimits;
  readonly liveDelays: LiveDelays;
  readonly retryMemory: RetryMemory;
  readonly unanswered: UnansweredBodies;
  readonly inHand: DeliveriesInHand;
  readonly settlements: Settlements;
  readonly usage: SpoolUsage;
  readonly wake: Wake;
  readonly blockLists: BlockLists;
}

/** One per process. */
export function createMailContext(parts: MailParts): MailContext {
  return {
    ...parts,
    findAlias: createFindAlias(parts.database),
    destinations: createDestinationLimits(
      parts.limits,
      parts.clock,
      destinationKey(hashDestination(parts.keys, smarthostDestination)),
    ),
    liveDelays: createLiveDelays(parts.random),
    retryMemory: createRetryMemory(parts.limits, parts.clock, parts.random),
    unanswered: createUnansweredBodies(parts.limits),
    inHand: createDeliveriesInHand(parts),
    settlements: createSettlements(parts.database, parts.limits, parts.trace),
    usage: createSpoolUsage(parts.database, parts.limits, parts.clock),
    wake: createWake(),
    blockLists: createBlockLists({ ...parts, zones: parts.settings.dnsblZones }),
  };
}
