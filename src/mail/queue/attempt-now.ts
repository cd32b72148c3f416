import {
  destinationHash,
  destinationKey,
  makeDestinationDue,
  requestOf,
  type Delivery,
  type DeliveryBatch,
} from '#mail/queue/state/delivery-batch.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { noteRecovery } from '#mail/queue/report-failure.ts';
import type { Slot } from '#protocol/smtp-client/destination.ts';
import type { Attempt, Outcome, RefusedOutcome } from '#protocol/smtp-client/transport.ts';

/** How a delivery stands when the sender must get its reply. */
export type AttemptResult =
  /** `untried`: nothing was dialed. */
  | { readonly kind: 'delivered' | 'deferred' | 'untried' }
  | { readonly kind: 'refused'; readonly outcome: RefusedOutcome }
  /** The final dot was sent and is not answered yet. */
  | { readonly kind: 'unanswered'; readonly attempt: Attempt; readonly slot: Slot };

export interface Tried {
  readonly delivery: Delivery;
  readonly result: AttemptResult;
}

/**
 * Tries deliveries of one message while its sender waits, several at once, and not beyond the deadline: it ends
 * attempts that have not sent their final dot.
 */
export async function attemptNow(
  context: QueueContext,
  { body }: DeliveryBatch,
  deliveries: readonly Delivery[],
): Promise<Tried[]> {
  const { limits } = context;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), limits.dispatchDeadlineMs);
  const tried: Tried[] = [];
  const rest = deliveries.values();
  const workOff = async (): Promise<void> => {
    for (const delivery of rest) {
      tried.push({ delivery, result: await attemptOne(context, delivery, body, deadline.signal) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.deliveriesAtOnce, deliveries.length) }, workOff));
  clearTimeout(timer);
  return tried;
}

async function attemptOne(
  context: QueueContext,
  delivery: Delivery,
  body: Buffer,
  deadline: AbortSignal,
): Promise<AttemptResult> {
  const { clock, destinations, keys, log, metrics, trace, transport, unanswered } = context;
  if (!unanswered.hasRoom(body.length)) return { kind: 'untried' };
  const hash = destinationHash(keys, transport, delivery.rcptTo);
  const slot = await destinations.enter(destinationKey(hash), deadline);
  if (slot === null) return { kind: 'untried' };
  const startedAtMs = clock.now();
  const attempt = transport.attempt(requestOf(delivery, body));
  const outcome = await outcomeBefore(deadline, attempt);
  if (outcome === null) {
    slot.late();
    unanswered.hold(body.length, attempt.outcome);
    return { kind: 'unanswered', attempt, slot };
  }
  if (deadline.aborted && outcome.kind === 'deferred') {
    // Stopped by us: the destination was slow, not at fault.
    slot.late();
    slot.leave();
    return { kind: 'deferred' };
  }
  metrics.delivery('now', outcome.kind, (clock.now() - startedAtMs) / 1000);
  const { recovered } = slot.finish(outcome);
  if (outcome.kind === 'delivered') {
    trace('target-accepted');
    await noteRecovery(context, delivery);
  }
  if (recovered) {
    await makeDestinationDue(context, hash).catch((error: unknown) => log.error('spool.make_due_failed', error));
  }
  if (outcome.kind !== 'refused') return { kind: outcome.kind };
  const { code, enhanced, stage } = outcome;
  log.info('delivery.refused', { code, enhanced, stage, spooled: false });
  return { kind: 'refused', outcome };
}

/** The outcome, or null when the deadline passed after the final dot was sent and before it was answered. */
async function outcomeBefore(deadline: AbortSignal, attempt: Attempt): Promise<Outcome | null> {
  const passed = Promise.withResolvers<null>();
  const onDeadline = (): void => passed.resolve(null);
  deadline.addEventListener('abort', onDeadline, { once: true });
  if (deadline.aborted) onDeadline();
  const outcome = await Promise.race([attempt.outcome, passed.promise]);
  deadline.removeEventListener('abort', onDeadline);
  if (outcome !== null) return outcome;
  attempt.stop();
  return attempt.pastFinalDot() ? null : attempt.outcome;
}
