import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { ContactStore } from '#mail/address/store-contacts.ts';
import { createDestinationLimits, type DestinationLimits } from '#mail/deliver/destination-limits.ts';
import type { Transport } from '#mail/deliver/transport.ts';
import { createLiveDelays, type LiveDelays } from '#mail/live-delays.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
import { createRetryMemory, type RetryMemory } from '#mail/retry-memory.ts';
import { createDeliveriesInHand, type DeliveriesInHand } from '#mail/spool/deliveries-in-hand.ts';
import { createSpoolUsage, type SpoolUsage } from '#mail/spool/spool-usage.ts';
import { createWake, type Wake } from '#mail/spool/wake.ts';
import type { Trace } from '#mail/trace.ts';

/** What the mail engine is built from. */
export interface MailParts extends CoreContext {
  readonly domains: DomainDirectory;
  readonly contacts: ContactStore;
  readonly transport: Transport;
  readonly limits: MailLimits;
  readonly settings: MailSettings;
  readonly trace: Trace;
}

export interface MailSettings {
  /** The name we give in Received. */
  readonly hostname: string;
  /** Deliver while the sender waits; false: spool first. */
  readonly cutThrough: boolean;
  /** Where mail to postmaster@ and the like goes. Null (preview only): it stays addressed as it is. */
  readonly operatorEmail: string | null;
}

/** Passed to every operation on messages: the parts, and the state that this process's operations share. */
export interface MailContext extends MailParts {
  readonly destinations: DestinationLimits;
  readonly liveDelays: LiveDelays;
  readonly retryMemory: RetryMemory;
  readonly inHand: DeliveriesInHand;
  readonly usage: SpoolUsage;
  readonly wake: Wake;
}

/** One per process. */
export const createMailContext = (parts: MailParts): MailContext => ({
  ...parts,
  destinations: createDestinationLimits(parts.limits, parts.clock),
  liveDelays: createLiveDelays(parts.random),
  retryMemory: createRetryMemory(parts.limits, parts.random),
  inHand: createDeliveriesInHand(parts),
  usage: createSpoolUsage(parts.database, parts.limits, parts.clock),
  wake: createWake(),
});
