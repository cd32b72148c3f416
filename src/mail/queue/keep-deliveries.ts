import type { NoRoom } from '#mail/queue/state/spool-room.ts';
import { seeAttemptThrough } from '#mail/queue/deliver-claimed.ts';
import {
  destinationHash,
  destinationKey,
  firstRequestOf,
  suspendableIn,
  type AttemptResult,
  type Delivery,
  type Tried,
  type DeliveryBatch,
} from '#mail/queue/state/delivery.ts';
import { traceAttempt, type QueueContext } from '#mail/queue/state/queue-context.ts';
import { writeSpool } from '#mail/queue/write-spool.ts';
import type { Slot } from '#protocol/smtp-client/destination-limits.ts';
import type { Attempt } from '#protocol/smtp-client/transport.ts';

/** What became of the deliveries of a message, counted. */
export interface DispatchResult {
  /** Accepted by their destinations or safe in the spool. */
  readonly accepted: number;
  /** Refused for good. */
  readonly refused: number;
  /** The statuses of those, one for each delivery (RFC 3463). */
  readonly statuses: readonly string[];
  /** Each of those because its server has no SMTPUTF8 (RFC 6531 §3.5). */
  readonly lacksSmtpUtf8: boolean;
  /** Some could be neither delivered nor kept, and why: the sender must try again. */
  readonly unsaved: 'failed' | NoRoom | null;
  /** Whether an alias has the message, by any of its targets, or may have it: only a refusal for good, and what its sender must send again, say that it has not. */
  reaches(aliasId: string): boolean;
}

/** How one message stands when its destinations have answered, or had the time to. */
export interface Attempted {
  readonly message: DeliveryBatch;
  /** Taken in an earlier try of the sender's. */
  readonly done: readonly Delivery[];
  /** How many an earlier try still waits for. */
  readonly pending: number;
  readonly tried: readonly Tried[];
}

/** The aliases of which a target was tried with such a result, or has the message already. */
function aliasesWith(attempted: readonly Attempted[], isMeant: (result: AttemptResult) => boolean) {
  const of = attempted.flatMap(({ tried, done }) => [
    ...tried.filter(({ result }) => isMeant(result)).map(({ delivery }) => delivery),
    ...done,
  ]);
  return new Set(of.map(({ aliasId }) => aliasId));
}

/** The aliases that have the message by one of their targets, in whichever of its bodies. */
export function reachedBy(attempted: readonly Attempted[]): ReadonlySet<string | null> {
  return aliasesWith(attempted, ({ kind }) => kind === 'delivered');
}

/** The aliases of which somebody has the message, or may get it. */
export function mayReach(attempted: readonly Attempted[]): ReadonlySet<string | null> {
  return aliasesWith(attempted, ({ kind }) => kind !== 'refused');
}

/** A delivery on its way into the spool. */
interface Kept {
  readonly delivery: Delivery;
  readonly result: AttemptResult;
  /** The place at which this process will try it as soon as it is safe, from memory; null: the worker comes for it. */
  readonly slot: Slot | null;
}

/**
 * Spools the deliveries of a message that nobody has answered for. Those that wait for an answer go on under a lease of
 * this process; so do untried ones for which its worker has room, which spares the worker to read them back. `reached`:
 * the aliases that have the message by another of their targets.
 * @throws Error when the database cannot commit; nothing is kept then.
 */
export async function keepDeliveries(
  context: QueueContext,
  message: DeliveryBatch,
  tried: readonly Tried[],
  reached: ReadonlySet<string | null>,
): Promise<void> {
  const { random, trace, wake } = context;
  const leaseId = random.uuid();
  const kept = await Promise.all(tried.map(async (one) => ({ ...one, slot: await takePlace(context, message, one) })));
  try {
    const entries = kept.map((one) => ({
      delivery: one.delivery,
      attempts: isForWorker(one) ? (0 as const) : (1 as const),
      leaseId: one.result.kind === 'unanswered' || one.slot !== null ? leaseId : null,
      unanswered: one.result.kind === 'deferred' && !one.result.answered,
      reached: reached.has(one.delivery.aliasId),
    }));
    await writeSpool(context, message, entries);
  } catch (error) {
    for (const { slot } of kept) slot?.leave();
    throw error;
  }
  trace('spool-committed');
  for (const one of kept) workOn(context, message, one, leaseId);
  // What was tried is due by its schedule, and what is in hand here not at all: the worker would ask in vain.
  if (kept.some(isForWorker)) wake.notify();
}

/** Due at once: it was not tried, or stopped by us. The worker asks first whether it is to be held. */
function isForWorker({ result, slot }: Kept): boolean {
  return result.kind === 'stopped' || (result.kind === 'untried' && slot === null);
}

/** Bodies of more than one chunk wait for the worker, which bounds how much it holds. */
async function takePlace(
  context: QueueContext,
  { body }: DeliveryBatch,
  { delivery, result }: Tried,
): Promise<Slot | null> {
  const { destinations, inHand, keys, limits, stops, transport } = context;
  if (result.kind !== 'untried' || !inHand.hasRoom || body.length > limits.chunkBytes) return null;
  const key = destinationKey(destinationHash(keys, transport, delivery.rcptTo));
  if (stops.holds(key)) return null;
  const [slot = null] = await destinations.reserve(key, 1);
  return slot;
}

/** Goes on without the sender; settled in the spool when the answer comes. */
function workOn(
  context: QueueContext,
  message: DeliveryBatch,
  { delivery, result, slot }: Kept,
  leaseId: string,
): void {
  const hash = destinationHash(context.keys, context.transport, delivery.rcptTo);
  const lease = { deliveryId: delivery.id, messageId: message.id, leaseId };
  const run = (place: Slot, start: () => Attempt): void =>
    context.inHand.run(lease, suspendableIn(delivery), async (signal) =>
      seeAttemptThrough(context, { lease, attempt: start(), slot: place, destinationHash: hash }, signal),
    );
  if (result.kind === 'unanswered') run(result.slot, () => result.attempt);
  if (slot !== null) {
    context.trace('taken-from-memory');
    run(slot, () => {
      const attempt = context.transport.attempt(firstRequestOf(context, message, delivery));
      traceAttempt(context, delivery, attempt);
      return attempt;
    });
  }
}
