import { setTimeout as pause } from 'node:timers/promises';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { Lease } from '#mail/queue/state/deliveries-in-hand.ts';
import { failDelivery } from '#mail/queue/fail-delivery.ts';
import { makeDestinationDue } from '#mail/queue/state/destinations.ts';
import type { RecordedOutcome } from '#mail/queue/state/record-outcome.ts';
import type { Slot } from '#protocol/smtp-client/destination.ts';
import type { Attempt, Outcome, RefusedOutcome } from '#protocol/smtp-client/transport.ts';

/** A spooled delivery that is under way. */
export interface DeliveryUnderWay {
  readonly lease: Lease;
  readonly attempt: Attempt;
  readonly slot: Slot;
  readonly destinationHash: Buffer;
}

/**
 * Waits for the outcome of a spooled delivery and settles it. An abort of `signal` stops the attempt unless its final
 * dot was sent. A settlement that the database cannot take is tried until it can, or until the abort.
 * @throws Error when it could not be settled.
 */
export async function seeAttemptThrough(
  context: QueueContext,
  { lease, attempt, slot, destinationHash }: DeliveryUnderWay,
  signal: AbortSignal,
): Promise<void> {
  const stop = (): void => attempt.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const lateTimer = setTimeout(() => slot.late(), context.limits.dispatchDeadlineMs);
  const startedAtMs = context.clock.now();
  const outcome = await attempt.outcome;
  context.metrics.delivery('spool', outcome.kind, (context.clock.now() - startedAtMs) / 1000);
  clearTimeout(lateTimer);
  signal.removeEventListener('abort', stop);

  const stoppedByUs = signal.aborted && outcome.kind === 'deferred';
  const { recovered } = stoppedByUs ? leaveSlot(slot) : slot.finish(outcome);
  if (outcome.kind === 'delivered') context.trace('target-accepted');
  if (outcome.kind === 'refused') logRefusal(context, outcome);
  context.trace('before-outcome');
  if (outcome.kind === 'refused') {
    const lost = { lease, ...refusalStatus(outcome) };
    await whenPossible(context, signal, () => failDelivery(context, lost));
  }
  const settlement = stoppedByUs ? 'now' : settlements[outcome.kind];
  await whenPossible(context, signal, () => context.outcomes.record(lease, settlement));
  if (recovered) await makeDestinationDue(context, destinationHash);
}

function leaveSlot(slot: Slot): { recovered: boolean } {
  slot.leave();
  return { recovered: false };
}

const settlements: Record<Outcome['kind'], RecordedOutcome> = {
  delivered: 'delivered',
  refused: 'ended',
  deferred: 'later',
};

/** A delivery that ends here reached nobody: it is counted in the log, without a word of whose it was. */
function logRefusal({ log }: QueueContext, { code, enhanced, stage }: RefusedOutcome): void {
  log.info('delivery.refused', { code, enhanced, stage, spooled: true });
}

/** Does what the database cannot take now when it can. @throws Error when it could not before the abort. */
async function whenPossible(context: QueueContext, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { limits, log } = context;
  for (let pauseMs = limits.workerPauseFirstMs; ; pauseMs = Math.min(pauseMs * 2, limits.workerPauseMaxMs)) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw error;
      log.error('spool.settle_failed', error);
    }
    // An abort ends the pause: one last try follows.
    await pause(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** What a refusal says (RFC 3463), and whether it was about the recipient: the server's word, or that there is none. */
export function refusalStatus({ code, enhanced, stage }: RefusedOutcome): {
  readonly status: string;
  readonly refusedRecipient: boolean;
} {
  return {
    status: enhanced?.startsWith('5.') ? enhanced : code === 550 && stage === 'rcpt' ? '5.1.1' : '5.0.0',
    refusedRecipient: stage === 'rcpt' || stage === 'dns',
  };
}
