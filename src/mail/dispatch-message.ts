import { attemptNow, type Tried } from '#mail/deliver/attempt-now.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { Delivery, OutgoingMessage } from '#mail/outgoing-message.ts';
import { destinationHash } from '#mail/spool/destination-hash.ts';
import { seeAttemptThrough } from '#mail/spool/see-attempt-through.ts';
import { writeSpool, type SpoolEntry } from '#mail/spool/write-spool.ts';

/** What became of the deliveries of a message, counted. */
export interface DispatchResult {
  /** Accepted by their destinations or safe in the spool. */
  readonly accepted: number;
  /** Refused for good. */
  readonly refused: number;
  /** Some could be neither delivered nor kept, and why: the sender must try again. */
  readonly unsaved: 'failed' | 'full' | null;
}

/** What the spool did with the deliveries that nobody has answered for. */
interface Kept {
  readonly saved: ReadonlySet<Delivery>;
  readonly unsaved: DispatchResult['unsaved'];
}

/**
 * Delivers a message now, as far as its destinations answer before the deadline, and spools the rest. What was
 * accepted although the sender has to try again is remembered under `fingerprint`, and skipped then.
 */
export const dispatchMessage = async (
  context: MailContext,
  message: OutgoingMessage,
  fingerprint: () => string,
): Promise<DispatchResult> => {
  const { done, pending, todo } = recall(context, message, fingerprint);
  const tried = context.settings.cutThrough ? await attemptNow(context, message, todo) : todo.map(asUntried);
  const { saved, unsaved } = await keepRest(context, message, tried);
  if (unsaved !== null) rememberForRetry(context, fingerprint(), tried, saved);
  const delivered = tried.filter(({ standing }) => standing.kind === 'delivered').length;
  const refused = tried.filter(({ standing }) => standing.kind === 'refused').length;
  return { accepted: done + delivered + saved.size, refused, unsaved: pending > 0 ? 'failed' : unsaved };
};

const asUntried = (delivery: Delivery): Tried => ({ delivery, standing: { kind: 'untried' } });

/** How the memory names a recipient, so that a retry finds it. */
const recipientKey = ({ aliasId, targetId, rcptTo }: Delivery): string =>
  targetId === null ? rcptTo : `${aliasId} ${targetId}`;

const recall = (
  { retryMemory }: MailContext,
  { deliveries }: OutgoingMessage,
  fingerprint: () => string,
): { done: number; pending: number; todo: readonly Delivery[] } => {
  if (retryMemory.isEmpty) return { done: 0, pending: 0, todo: deliveries };
  const message = fingerprint();
  const standings = deliveries.map((delivery) => retryMemory.find(message, recipientKey(delivery)));
  return {
    done: standings.filter((standing) => standing === 'accepted').length,
    pending: standings.filter((standing) => standing === 'pending').length,
    todo: deliveries.filter((_, index) => standings[index] === null),
  };
};

const keepRest = async (context: MailContext, message: OutgoingMessage, tried: readonly Tried[]): Promise<Kept> => {
  const rest = tried.filter(({ standing }) => standing.kind !== 'delivered' && standing.kind !== 'refused');
  if (rest.length === 0) return { saved: new Set(), unsaved: null };
  const { log, random, trace, usage, wake } = context;
  const leaseId = random.uuid();
  try {
    const full = await usage.admit(new Set(rest.map(({ delivery }) => delivery.userId)), message.body.length);
    const kept = rest.filter(({ delivery }) => !full.has(delivery.userId));
    if (kept.length > 0) {
      await writeSpool(
        context,
        message,
        kept.map((one) => spoolEntry(one, leaseId)),
      );
      trace('spool-committed');
      for (const one of kept) waitForAnswer(context, message, one, leaseId);
      wake.notify();
    }
    return { saved: new Set(kept.map(({ delivery }) => delivery)), unsaved: full.size > 0 ? 'full' : null };
  } catch (error) {
    log.error('spool.write_failed', error);
    return { saved: new Set(), unsaved: 'failed' };
  }
};

const spoolEntry = ({ delivery, standing }: Tried, leaseId: string): SpoolEntry => ({
  delivery,
  attempts: standing.kind === 'untried' ? 0 : 1,
  leaseId: standing.kind === 'unanswered' ? leaseId : null,
});

/** A delivery past its final dot goes on without the sender; it is settled in the spool when its answer comes. */
const waitForAnswer = (
  context: MailContext,
  message: OutgoingMessage,
  { delivery, standing }: Tried,
  leaseId: string,
): void => {
  if (standing.kind !== 'unanswered') return;
  const { attempt, slot } = standing;
  const hash = destinationHash(context.keys, context.transport, delivery.rcptTo);
  const lease = { deliveryId: delivery.id, messageId: message.id, leaseId };
  context.inHand.run(lease, (signal) =>
    seeAttemptThrough(context, { lease, attempt, slot, destinationHash: hash }, signal),
  );
};

const rememberForRetry = (
  { retryMemory }: MailContext,
  fingerprint: string,
  tried: readonly Tried[],
  saved: ReadonlySet<Delivery>,
): void => {
  for (const { delivery, standing } of tried) {
    const recipient = recipientKey(delivery);
    if (standing.kind === 'delivered' || saved.has(delivery)) retryMemory.remember(fingerprint, recipient, 'accepted');
    else if (standing.kind === 'unanswered') {
      retryMemory.remember(fingerprint, recipient, 'pending');
      void standing.attempt.outcome.then((outcome) => {
        standing.slot.finish(outcome);
        if (outcome.kind === 'delivered') retryMemory.remember(fingerprint, recipient, 'accepted');
        else retryMemory.forget(fingerprint, recipient);
      });
    }
  }
};
