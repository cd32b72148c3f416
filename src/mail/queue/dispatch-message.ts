import { attemptNow, type Tried } from '#mail/queue/attempt-now.ts';
import { tellOfRefusals } from '#mail/queue/fail-delivery.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { Delivery, DeliveryBatch } from '#mail/queue/state/delivery-batch.ts';
import { keepDeliveries } from '#mail/queue/keep-deliveries.ts';
import { spooledBytes } from '#mail/queue/write-spool.ts';

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

/** How one message stands when its sender must get the reply. */
interface Dispatched extends Kept {
  readonly message: DeliveryBatch;
  /** Taken in an earlier try of the sender's. */
  readonly done: readonly Delivery[];
  readonly tried: readonly Tried[];
}

/**
 * Delivers a message now, as far as its destinations answer before the deadline, and spools the rest. What was
 * accepted although the sender has to try again is remembered under `fingerprint`, and skipped then.
 */
export function dispatchMessage(
  context: QueueContext,
  message: DeliveryBatch,
  fingerprint: () => string,
): Promise<DispatchResult> {
  return dispatchMessages(context, [message], fingerprint);
}

/**
 * The same for all that leaves because of one message of a sender: it tries all of them again, or none. `takenAnyway`:
 * it is told that the message is taken, even if every delivery is refused.
 */
export async function dispatchMessages(
  context: QueueContext,
  messages: readonly DeliveryBatch[],
  fingerprint: () => string,
  takenAnyway = false,
): Promise<DispatchResult> {
  const dispatched = await Promise.all(messages.map((message) => dispatchOne(context, message, fingerprint)));
  const count = (kind: Tried['result']['kind']): number =>
    dispatched.reduce((sum, { tried }) => sum + tried.filter(({ result }) => result.kind === kind).length, 0);
  const kept = dispatched.reduce((sum, { done, saved }) => sum + done.length + saved.size, 0);
  const accepted = kept + count('delivered');
  const unsaved =
    dispatched.find((one) => one.unsaved !== null)?.unsaved ??
    ((await tellOfAllRefusals(context, dispatched, takenAnyway || accepted > 0)) ? null : 'failed');
  for (const one of dispatched) {
    if (unsaved !== null) rememberForRetry(context, fingerprint(), one);
    else if (one.done.length > 0) forgetRetried(context, fingerprint(), one);
  }
  return { accepted, refused: count('refused'), unsaved };
}

/** Only where the sender need not try again: else it hears of refusals then. False when somebody could not be told. */
async function tellOfAllRefusals(
  context: QueueContext,
  dispatched: readonly Dispatched[],
  accepted: boolean,
): Promise<boolean> {
  for (const { message, tried, done } of dispatched) {
    if (!(await tellOfRefusals(context, message, { tried, done, accepted }))) return false;
  }
  return true;
}

async function dispatchOne(
  context: QueueContext,
  message: DeliveryBatch,
  fingerprint: () => string,
): Promise<Dispatched> {
  const { done, pending, todo } = recall(context, message, fingerprint);
  const isForNow = ({ spoolFirst }: Delivery): boolean => context.settings.cutThrough && spoolFirst !== true;
  const triedNow = await attemptNow(context, message, todo.filter(isForNow));
  const tried = [...triedNow, ...todo.filter((delivery) => !isForNow(delivery)).map(asUntried)];
  const { saved, unsaved } = await keepRest(context, message, tried, done);
  return { message, done, tried, saved, unsaved: pending > 0 ? 'failed' : unsaved };
}

function asUntried(delivery: Delivery): Tried {
  return { delivery, result: { kind: 'untried' } };
}

/** How the memory names a recipient, so that a retry finds it. */
function recipientKey({ aliasId, targetId, rcptTo }: Delivery): string {
  return targetId === null ? rcptTo : `${aliasId} ${targetId}`;
}

function recall(
  { retryMemory }: QueueContext,
  { deliveries }: DeliveryBatch,
  fingerprint: () => string,
): { done: readonly Delivery[]; pending: number; todo: readonly Delivery[] } {
  if (retryMemory.isEmpty) return { done: [], pending: 0, todo: deliveries };
  const message = fingerprint();
  const results = deliveries.map((delivery) => retryMemory.find(message, recipientKey(delivery)));
  return {
    done: deliveries.filter((_, index) => results[index] === 'accepted'),
    pending: results.filter((result) => result === 'pending').length,
    todo: deliveries.filter((_, index) => results[index] === null),
  };
}

async function keepRest(
  context: QueueContext,
  message: DeliveryBatch,
  tried: readonly Tried[],
  done: readonly Delivery[],
): Promise<Kept> {
  const rest = tried.filter(({ result }) => result.kind !== 'delivered' && result.kind !== 'refused');
  if (rest.length === 0) return { saved: new Set(), unsaved: null };
  const { log, usage } = context;
  try {
    const full = await usage.admit(new Set(rest.map(({ delivery }) => delivery.userId)), spooledBytes(message, rest));
    const kept = rest.filter(({ delivery }) => !full.has(delivery.userId));
    if (kept.length > 0) await keepDeliveries(context, message, kept, reachedBy(tried, done));
    return { saved: new Set(kept.map(({ delivery }) => delivery)), unsaved: full.size > 0 ? 'full' : null };
  } catch (error) {
    log.error('spool.write_failed', error);
    return { saved: new Set(), unsaved: 'failed' };
  }
}

/** The aliases that have the message by one of their targets. */
function reachedBy(tried: readonly Tried[], done: readonly Delivery[]): ReadonlySet<string | null> {
  const delivered = tried.filter(({ result }) => result.kind === 'delivered').map(({ delivery }) => delivery);
  return new Set([...delivered, ...done].map(({ aliasId }) => aliasId));
}

function rememberForRetry({ retryMemory }: QueueContext, fingerprint: string, { tried, saved }: Dispatched): void {
  for (const { delivery, result } of tried) {
    const recipient = recipientKey(delivery);
    if (result.kind === 'delivered' || saved.has(delivery)) retryMemory.remember(fingerprint, recipient, 'accepted');
    else if (result.kind === 'unanswered') {
      retryMemory.remember(fingerprint, recipient, 'pending');
      void result.attempt.outcome.then((outcome) => {
        result.slot.finish(outcome);
        if (outcome.kind === 'delivered') retryMemory.remember(fingerprint, recipient, 'accepted');
        else retryMemory.forget(fingerprint, recipient);
      });
    }
  }
}

/** The sender has its reply and tries no more: what comes later is another message, though it may be the same. */
function forgetRetried({ retryMemory }: QueueContext, fingerprint: string, { done }: Dispatched): void {
  for (const delivery of done) retryMemory.forget(fingerprint, recipientKey(delivery));
}
