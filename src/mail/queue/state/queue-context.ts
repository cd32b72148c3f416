import { createTracer, type Tracer } from '#core/alias-traces/alias-traces.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { NoticeSettings } from '#core/notices/notify.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import {
  createDeliveriesInHand,
  type DeliveriesInHand,
  createOutcomeRecorder,
  type OutcomeRecorder,
  createWake,
  type Wake,
} from '#mail/queue/state/leases.ts';
import { destinationKey, hashDestination, type Trace, type Delivery } from '#mail/queue/state/delivery.ts';
import {
  freezeDestinations,
  type QueueFreeze,
  createSuspensionWatch,
  type SuspensionWatch,
} from '#mail/queue/state/suspension.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
import type { RetryMemory } from '#mail/queue/state/retry-memory.ts';
import { createSpoolUsage, type SpoolRoom, type SpoolUsage } from '#mail/queue/state/spool-room.ts';
import type { Encryptor } from '#mail/encrypt/encryptor.ts';
import type { SendFrom } from '#mail/send-from/choose-address.ts';
import type { Metrics } from '#platform/metrics.ts';
import {
  createDestinationLimits,
  type DestinationLimits,
  type DestinationPermits,
} from '#protocol/smtp-client/destination-limits.ts';
import { smarthostDestination } from '#protocol/smtp-client/smarthost-transport.ts';
import type { Transport, Attempt } from '#protocol/smtp-client/transport.ts';
import { describeReply } from '#mail/smtp-replies.ts';

/** What the queue is built from. */
export interface QueueParts extends CoreContext {
  /** Whose keys sign mail of ours. */
  readonly domains: DomainDirectory;
  readonly limiter: RateLimiter;
  readonly transport: Transport;
  readonly sendFrom: SendFrom;
  /** For what waited before its inbox had a key. */
  readonly encryptor: Encryptor;
  readonly limits: MailLimits;
  readonly settings: QueueSettings;
  readonly trace: Trace;
  readonly metrics: Metrics;
  readonly shared: SharedState;
  readonly hold: Pick<QueueFreeze, 'held'>;
  readonly room: SpoolRoom;
}

/** What all processes of the program share of the queue. */
export interface SharedState {
  readonly destinationPermits: DestinationPermits;
  readonly retryMemory: RetryMemory;
}

export interface QueueSettings extends NoticeSettings {
  /** Our own name, in reports. */
  readonly hostname: string;
  /** Deliver while the sender waits; false: spool first. */
  readonly cutThrough: boolean;
}

/** The queue of one process: its parts, and the state that its operations share. */
export interface QueueContext extends QueueParts {
  /** Names this process in the leases it holds. */
  readonly leaseHolder: string;
  readonly destinations: DestinationLimits;
  readonly retryMemory: RetryMemory;
  readonly unanswered: UnansweredBodies;
  readonly inHand: DeliveriesInHand;
  readonly outcomes: OutcomeRecorder;
  readonly usage: SpoolUsage;
  /** Of aliases whose owners watch what becomes of their mail. */
  readonly tracer: Tracer;
  readonly wake: Wake;
  readonly stops: SuspensionWatch;
}

/** One per process. */
export function createQueueContext(parts: QueueParts): QueueContext {
  const { clock, database, hold, keys, limits, random, shared, trace } = parts;
  const stops = createSuspensionWatch(database, clock);
  const smarthost = destinationKey(hashDestination(keys, smarthostDestination));
  return {
    ...parts,
    leaseHolder: random.uuid(),
    destinations: freezeDestinations(
      createDestinationLimits(shared.destinationPermits, limits, clock, smarthost),
      hold,
    ),
    retryMemory: shared.retryMemory,
    unanswered: createUnansweredBodies(limits),
    tracer: createTracer(parts),
    stops,
    inHand: createDeliveriesInHand({ ...parts, stops }),
    outcomes: createOutcomeRecorder(database, limits, trace),
    usage: createSpoolUsage(parts),
    wake: createWake(),
  };
}

/** The bodies whose senders have their reply while a destination still owes its own: no other bound holds for them. */
interface UnansweredBodies {
  /** Whether a body of so many octets may come to wait, too. Ordinary mail always may. */
  hasRoom(bytes: number): boolean;
  /** Counts one until its destination has answered. */
  hold(bytes: number, answer: Promise<unknown>): void;
}

function createUnansweredBodies({ chunkBytes, unansweredMaxBytes }: MailLimits): UnansweredBodies {
  let heldBytes = 0;
  return {
    hasRoom: (bytes) => bytes <= chunkBytes || heldBytes + bytes <= unansweredMaxBytes,
    hold: (bytes, answer) => {
      heldBytes += bytes;
      void answer.finally(() => (heldBytes -= bytes));
    },
  };
}

/** Notes how an attempt ends for an owner who watches the alias. Which inbox it was is not noted. */
export function traceAttempt(
  { tracer }: Pick<QueueContext, 'tracer'>,
  { aliasId, traced }: Pick<Delivery, 'aliasId' | 'traced'>,
  attempt: Attempt,
): void {
  if (traced !== true || aliasId === null) return;
  void attempt.outcome.then((outcome) => {
    const reply = outcome.kind === 'delivered' ? null : describeReply(outcome);
    tracer.note(aliasId, { event: 'delivery', outcome: outcome.kind, verdict: null, reply });
  });
}
