import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { createDeliveriesInHand, type DeliveriesInHand } from '#mail/queue/deliveries-in-hand.ts';
import { destinationKey, hashDestination } from '#mail/queue/destinations.ts';
import type { MailLimits } from '#mail/queue/mail-limits.ts';
import { createRetryMemory, type RetryMemory } from '#mail/queue/retry-memory.ts';
import { createSettlements, type Settlements } from '#mail/queue/settle-delivery.ts';
import { createSpoolUsage, type SpoolUsage } from '#mail/queue/spool-usage.ts';
import type { Trace } from '#mail/queue/trace.ts';
import { createUnansweredBodies, type UnansweredBodies } from '#mail/queue/unanswered-bodies.ts';
import { createWake, type Wake } from '#mail/queue/wake.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createDestinationLimits, type DestinationLimits } from '#protocol/smtp-client/destination-limits.ts';
import { smarthostDestination } from '#protocol/smtp-client/smarthost-transport.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';

/** What the queue is built from. */
export interface QueueParts extends CoreContext {
  /** Whose keys sign mail of ours. */
  readonly domains: DomainDirectory;
  readonly limiter: RateLimiter;
  readonly transport: Transport;
  readonly limits: MailLimits;
  readonly settings: QueueSettings;
  readonly trace: Trace;
  readonly metrics: Metrics;
}

export interface QueueSettings {
  /** Our own name, in reports. */
  readonly hostname: string;
  /** Origin without a trailing slash; links in our mails start with it. */
  readonly publicUrl: string;
  /** Deliver while the sender waits; false: spool first. */
  readonly cutThrough: boolean;
  /** Who hears of refusals that are about us; null: nobody. */
  readonly operatorEmail: string | null;
}

/** The queue of one process: its parts, and the state that its operations share. */
export interface QueueContext extends QueueParts {
  readonly destinations: DestinationLimits;
  readonly retryMemory: RetryMemory;
  readonly unanswered: UnansweredBodies;
  readonly inHand: DeliveriesInHand;
  readonly settlements: Settlements;
  readonly usage: SpoolUsage;
  readonly wake: Wake;
}

/** One per process. */
export function createQueueContext(parts: QueueParts): QueueContext {
  const { clock, database, keys, limits, random, trace } = parts;
  return {
    ...parts,
    destinations: createDestinationLimits(limits, clock, destinationKey(hashDestination(keys, smarthostDestination))),
    retryMemory: createRetryMemory(limits, clock, random),
    unanswered: createUnansweredBodies(limits),
    inHand: createDeliveriesInHand(parts),
    settlements: createSettlements(database, limits, trace),
    usage: createSpoolUsage(database, limits, clock),
    wake: createWake(),
  };
}
