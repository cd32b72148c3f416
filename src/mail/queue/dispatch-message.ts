import { refusalStatus, tellOfRefusals } from '#mail/queue/fail-delivery.ts';
import {
  type Attempted,
  type DispatchResult,
  keepDeliveries,
  mayReach,
  reachedBy,
} from '#mail/queue/keep-deliveries.ts';
import { noteRecovery } from '#mail/queue/note-refusal.ts';
import {
  type Delivery,
  type DeliveryBatch,
  type Tried,
  destinationHash,
  destinationKey,
  firstRequestOf,
  suspendableIn,
  type AttemptResult,
} from '#mail/queue/state/delivery.ts';
import { type QueueContext, traceAttempt } from '#mail/queue/state/queue-context.ts';
import { makeDestinationDue } from '#mail/queue/state/leases.ts';
import { spooledBytes } from '#mail/queue/write-spool.ts';
import { isAnswer } from '#protocol/smtp-client/destination.ts';
import type { Attempt, Outcome } from '#protocol/smtp-client/transport.ts';

/** What the spool did with the deliveries that nobody has answered for. */
interface Kept {
  readonly saved: ReadonlySet<Delivery>;
  readonly unsaved: DispatchResult['unsaved'];
}

/** How it stands when its sender must get the reply. */
interface Dispatched extends Attempted, Kept {}

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
 * the sender gets a positive reply even if every delivery is refused, as another recipient's mail was silently dropped.
 */
export async function dispatchMessages(
  context: QueueContext,
  messages: readonly DeliveryBatch[],
  fingerprint: () => string,
  takenAnyway = false,
): Promise<DispatchResult> {
  const attempted = await Promise.all(messages.map((message) => attemptMessage(context, message, fingerprint)));
  const reached = reachedBy(attempted);
  const dispatched = await Promise.all(attempted.map((one) => keepMessage(context, one, reached)));
  const count = (kind: Tried['result']['kind']): number =>
    dispatched.reduce((sum, { tried }) => sum + tried.filter(({ result }) => result.kind === kind).length, 0);
  const kept = dispatched.reduce((sum, { done, saved }) => sum + done.length + saved.size, 0);
  const accepted = kept + count('delivered');
  const unsaved =
    dispatched.find((one) => one.unsaved !== null)?.unsaved ??
    ((await tellOfAllRefusals(context, dispatched, takenAnyway || accepted > 0)) ? null : 'failed');
  for (const one of dispatched) {
    // Before the sender hears that it has to: the next try may come to another process.
    if (unsaved !== null) await rememberForRetry(context, fingerprint(), one);
    else if (one.done.length > 0) forgetRetried(context, fingerprint(), one);
  }
  return {
    accepted,
    refused: count('refused'),
    statuses: dispatched.flatMap(({ tried }) => tried.flatMap(({ result }) => statusOf(result))),
    lacksSmtpUtf8: dispatched.every(({ tried }) => tried.every(({ result }) => !isRefusedOtherwise(result))),
    unsaved,
    reaches: (aliasId) => dispatched.some((one) => reachesAlias(one, aliasId)),
  };
}

function statusOf(result: Tried['result']): string[] {
  return result.kind === 'refused' ? [refusalStatus(result.outcome).status] : [];
}

function isRefusedOtherwise(result: Tried['result']): boolean {
  return result.kind === 'refused' && result.outcome.enhanced !== '5.6.7';
}

function reachesAlias({ message, tried, saved }: Dispatched, aliasId: string): boolean {
  const missed = new Set(tried.filter((one) => isMissed(one, saved)).map(({ delivery }) => delivery));
  return message.deliveries.some((delivery) => delivery.aliasId === aliasId && !missed.has(delivery));
}

/** Nobody has it, and nobody will by this try. */
function isMissed({ delivery, result }: Tried, saved: ReadonlySet<Delivery>): boolean {
  const isOpen = result.kind === 'deferred' || result.kind === 'untried' || result.kind === 'stopped';
  return result.kind === 'refused' || (isOpen && !saved.has(delivery));
}

/** Only where the sender need not try again: else it hears of refusals then. False when somebody could not be told. */
async function tellOfAllRefusals(
  context: QueueContext,
  dispatched: readonly Dispatched[],
  accepted: boolean,
): Promise<boolean> {
  const told = { accepted, reached: mayReach(dispatched), reported: new Set<string | null>() };
  for (const { message, tried } of dispatched) {
    if (!(await tellOfRefusals(context, message, tried, told))) return false;
  }
  return true;
}

async function attemptMessage(
  context: QueueContext,
  message: DeliveryBatch,
  fingerprint: () => string,
): Promise<Attempted> {
  const { done, pending, todo } = await recall(context, message, fingerprint);
  const isForNow = ({ spoolFirst }: Delivery): boolean => context.settings.cutThrough && spoolFirst !== true;
  const triedNow = await attemptNow(context, message, todo.filter(isForNow));
  const tried = [...triedNow, ...todo.filter((delivery) => !isForNow(delivery)).map(asUntried)];
  return { message, done, pending, tried };
}

async function keepMessage(
  context: QueueContext,
  attempted: Attempted,
  reached: ReadonlySet<string | null>,
): Promise<Dispatched> {
  const { saved, unsaved } = await keepRest(context, attempted, reached);
  return { ...attempted, saved, unsaved: attempted.pending > 0 ? 'failed' : unsaved };
}

function asUntried(delivery: Delivery): Tried {
  return { delivery, result: { kind: 'untried' } };
}

/** How the memory names a recipient, so that a retry finds it. */
function recipientKey({ aliasId, targetId, rcptTo }: Delivery): string {
  return targetId === null ? rcptTo : `${aliasId} ${targetId}`;
}

async function recall(
  { retryMemory }: QueueContext,
  { deliveries }: DeliveryBatch,
  fingerprint: () => string,
): Promise<{ done: readonly Delivery[]; pending: number; todo: readonly Delivery[] }> {
  if (retryMemory.isEmpty) return { done: [], pending: 0, todo: deliveries };
  const results = await retryMemory.find(fingerprint(), deliveries.map(recipientKey));
  return {
    done: deliveries.filter((_, index) => results[index] === 'accepted'),
    pending: results.filter((result) => result === 'pending').length,
    todo: deliveries.filter((_, index) => results[index] === null),
  };
}

/** Something else that leaves with it could not be kept, so that its sender tries again: nobody gets this twice then. */
export async function rememberSent(
  { retryMemory }: QueueContext,
  { deliveries }: DeliveryBatch,
  fingerprint: string,
): Promise<void> {
  await Promise.all(deliveries.map((one) => retryMemory.remember(fingerprint, recipientKey(one), 'accepted')));
}

async function keepRest(
  context: QueueContext,
  { message, tried }: Attempted,
  reached: ReadonlySet<string | null>,
): Promise<Kept> {
  const rest = tried.filter(({ result }) => result.kind !== 'delivered' && result.kind !== 'refused');
  if (rest.length === 0) return { saved: new Set(), unsaved: null };
  const { log, usage } = context;
  try {
    const lacking = await usage.admit(
      new Set(rest.map(({ delivery }) => delivery.userId)),
      spooledBytes(message, rest),
    );
    const kept = rest.filter(({ delivery }) => !lacking.has(delivery.userId));
    if (kept.length > 0) await keepDeliveries(context, message, kept, reached);
    const [unsaved = null] = lacking.values();
    return { saved: new Set(kept.map(({ delivery }) => delivery)), unsaved };
  } catch (error) {
    log.error('spool.write_failed', error);
    return { saved: new Set(), unsaved: 'failed' };
  }
}

async function rememberForRetry(
  { retryMemory }: QueueContext,
  fingerprint: string,
  { tried, saved }: Dispatched,
): Promise<void> {
  await Promise.all(
    tried.map(async ({ delivery, result }) => {
      const recipient = recipientKey(delivery);
      if (result.kind === 'delivered' || saved.has(delivery)) {
        await retryMemory.remember(fingerprint, recipient, 'accepted');
      } else if (result.kind === 'unanswered') {
        await retryMemory.remember(fingerprint, recipient, 'pending');
        void result.attempt.outcome.then((outcome) => {
          result.slot.finish(outcome);
          if (outcome.kind === 'delivered') return retryMemory.remember(fingerprint, recipient, 'accepted');
          return retryMemory.forget(fingerprint, recipient);
        });
      }
    }),
  );
}

/** The sender has its reply and tries no more: what comes later is another message, though it may be the same. */
function forgetRetried({ retryMemory }: QueueContext, fingerprint: string, { done }: Dispatched): void {
  for (const delivery of done) retryMemory.forget(fingerprint, recipientKey(delivery));
}

/**
 * Tries deliveries of one message while its sender waits, several at once, and not beyond the deadline: it ends
 * attempts that have not sent their final dot. So does the suspension of one of its accounts: the queue then holds that
 * one's, and goes on with the others'.
 */
async function attemptNow(
  context: QueueContext,
  message: DeliveryBatch,
  deliveries: readonly Delivery[],
): Promise<Tried[]> {
  const { limits } = context;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), limits.dispatchDeadlineMs);
  const unwatch = context.stops.watch(deliveries.map(suspendableIn), () => deadline.abort());
  const tried: Tried[] = [];
  const rest = deliveries.values();
  const workOff = async (): Promise<void> => {
    for (const delivery of rest) {
      tried.push({ delivery, result: await attemptOne(context, message, delivery, deadline.signal) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.deliveriesAtOnce, deliveries.length) }, workOff));
  clearTimeout(timer);
  unwatch();
  return tried;
}

async function attemptOne(
  context: QueueContext,
  message: DeliveryBatch,
  delivery: Delivery,
  deadline: AbortSignal,
): Promise<AttemptResult> {
  const { body } = message;
  const { clock, destinations, keys, log, metrics, stops, trace, transport, unanswered } = context;
  if (!unanswered.hasRoom(body.length)) return { kind: 'untried' };
  const hash = destinationHash(keys, transport, delivery.rcptTo);
  const key = destinationKey(hash);
  const slot = stops.holds(key) ? null : await destinations.enter(key, deadline);
  if (slot === null) return { kind: 'untried' };
  const startedAtMs = clock.now();
  const attempt = transport.attempt(firstRequestOf(context, message, delivery));
  traceAttempt(context, delivery, attempt);
  const outcome = await outcomeBefore(deadline, attempt);
  if (outcome === null) {
    slot.late();
    unanswered.hold(body.length, attempt.outcome);
    return { kind: 'unanswered', attempt, slot };
  }
  if (deadline.aborted && outcome.kind === 'deferred' && !isAnswer(outcome)) {
    // The destination was slow, or this machine is: what neither put off waits for no schedule.
    slot.late();
    slot.leave();
    return { kind: 'stopped' };
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
  if (outcome.kind === 'delivered') return { kind: 'delivered' };
  if (outcome.kind === 'deferred') return { kind: 'deferred', answered: isAnswer(outcome) };
  const { code, enhanced, stage } = outcome;
  log.info('delivery.refused', { code, enhanced, stage, spooled: false });
  return { kind: 'refused', outcome };
}

/** The outcome, or null when the deadline passed after the final dot was sent and before it was answered. */
async function outcomeBefore(deadline: AbortSignal, attempt: Attempt): Promise<Outcome | null> {
  const { promise, resolve } = Promise.withResolvers<Outcome | null>();
  const onDeadline = (): void => resolve(null);
  deadline.addEventListener('abort', onDeadline, { once: true });
  if (deadline.aborted) onDeadline();
  void attempt.outcome.then(resolve);
  const outcome = await promise;
  deadline.removeEventListener('abort', onDeadline);
  if (outcome !== null) return outcome;
  attempt.stop();
  return attempt.pastFinalDot() ? null : attempt.outcome;
}
