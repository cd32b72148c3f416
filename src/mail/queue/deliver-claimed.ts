import type { KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { notify } from '#core/notices/notify.ts';
import { encryptWaiting } from '#mail/encrypt/encrypt-waiting.ts';
import type { ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { failDelivery, refusalStatus } from '#mail/queue/fail-delivery.ts';
import { findRoute, type Route, followRoutes } from '#mail/queue/find-route.ts';
import { UnreadableMail, openPart, openEnvelope, openRecipient } from '#mail/queue/spool-sealing.ts';
import { type Lease, makeDestinationDue, type RecordedOutcome } from '#mail/queue/state/leases.ts';
import { destinationKey, requestOf } from '#mail/queue/state/delivery.ts';
import { type QueueContext, traceAttempt } from '#mail/queue/state/queue-context.ts';
import type { Semaphore } from '#platform/permits/semaphore.ts';
import { isAnswer } from '#protocol/smtp-client/destination.ts';
import type { Slot } from '#protocol/smtp-client/destination-limits.ts';
import type { DeliveryRequest, Attempt, Outcome, RefusedOutcome } from '#protocol/smtp-client/transport.ts';

/** A spooled delivery that is under way. */
interface DeliveryUnderWay {
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
  const settlement = stoppedByUs ? 'now' : settlementOf(outcome);
  await whenPossible(context, signal, () => context.outcomes.record(lease, settlement));
  if (recovered) await makeDestinationDue(context, destinationHash);
}

function leaveSlot(slot: Slot): { recovered: boolean } {
  slot.leave();
  return { recovered: false };
}

function settlementOf(outcome: Outcome): RecordedOutcome {
  if (outcome.kind === 'deferred') return isAnswer(outcome) ? 'later' : 'unanswered';
  return outcome.kind === 'refused' ? 'ended' : 'delivered';
}

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

/** The header block first, then the body in its order. */
const contentStatement = {
  name: 'spool-content',
  text: `
    select -1 as sequence, sealed from spool_headers where id = $1
    union all select sequence, sealed from spool_chunks where message_id = $2
    order by sequence`,
};

/**
 * Reads and opens a waiting message: header block and body, ready for the wire.
 * @throws UnreadableMail when a part is missing or altered.
 */
export async function loadContent(
  { database }: QueueContext,
  key: KeyObject,
  { messageId, headerId, bodyBytes }: ClaimedDelivery,
): Promise<Buffer[]> {
  const { rows } = await database.pool.query<{ sequence: number; sealed: Buffer }>({
    ...contentStatement,
    values: [headerId, messageId],
  });
  const content = rows.map(({ sequence, sealed }) =>
    openPart(key, { messageId, part: sequence < 0 ? `header:${headerId}` : `chunk:${sequence}` }, sealed),
  );
  const [header, ...body] = content;
  const loadedBytes = body.reduce((total, chunk) => total + chunk.length, 0);
  if (header === undefined || loadedBytes !== bodyBytes) throw new UnreadableMail('a waiting message lacks a part');
  return content;
}

/** The lease that came with a claim. */
export function leaseOf({ id, messageId, leaseId }: ClaimedDelivery): Lease {
  return { deliveryId: id, messageId, leaseId };
}

/**
 * Makes one attempt at a claimed delivery, or ends it without one when its owner's settings say so or it is damaged.
 * Gives `slot` back.
 * @throws Error when the message cannot be read now or the end not be written; the lease then runs out.
 */
export async function deliverClaimed(
  context: QueueContext,
  claimed: ClaimedDelivery,
  slot: Slot,
  octets: Semaphore,
  signal: AbortSignal,
): Promise<void> {
  const { destinationHash, bodyBytes } = claimed;
  const release = await octets.acquire({ key: destinationKey(destinationHash), weight: bodyBytes });
  try {
    const message = await prepareOrSetAside(context, claimed).catch((error: unknown) => {
      slot.leave();
      throw error;
    });
    if (message === null || signal.aborted) {
      slot.leave();
      if (message !== null) await context.outcomes.record(leaseOf(claimed), 'now');
      return;
    }
    const attempt = context.transport.attempt(message);
    traceAttempt(context, claimed, attempt);
    await seeAttemptThrough(context, { lease: leaseOf(claimed), attempt, slot, destinationHash }, signal);
  } finally {
    release?.();
  }
}

async function prepareOrSetAside(context: QueueContext, claimed: ClaimedDelivery): Promise<DeliveryRequest | null> {
  try {
    return await prepareMessage(context, claimed);
  } catch (error) {
    if (error instanceof UnreadableMail) return setAside(context, claimed);
    throw error;
  }
}

/** Whether it is still this process's: with its account or alias what waits is erased, while this one holds a part of it. */
async function isHeldHere({ database }: QueueContext, { id, leaseId }: ClaimedDelivery): Promise<boolean> {
  const { rows } = await sql`select 1 from spool_deliveries where id = ${id} and lease_id = ${leaseId}`.execute(
    database.db,
  );
  return rows.length > 0;
}

/** What no try can ever read is not tried for ever. At its end its owner is told. */
async function setAside(context: QueueContext, claimed: ClaimedDelivery): Promise<null> {
  if (!(await isHeldHere(context, claimed))) return null;
  context.log.warn('spool.unreadable', {});
  await context.outcomes.record(leaseOf(claimed), 'unreadable');
  await notify(context, { kind: 'unreadable_mail', userId: null, values: [] });
  return null;
}

/** RFC 3463 §3.8: what should have been encrypted could not be. */
const noUsableKey = '5.7.5';

async function endLost(context: QueueContext, claimed: ClaimedDelivery, status: string): Promise<null> {
  await failDelivery(context, { lease: leaseOf(claimed), status, refusedRecipient: false, endedByUs: true });
  await context.outcomes.record(leaseOf(claimed), 'ended');
  return null;
}

/** Its owner sent the alias elsewhere while what only the former inbox can read waited. */
async function tellOfUnreadable(context: QueueContext, { userId }: ClaimedDelivery, alias: string): Promise<void> {
  if (userId === null) return;
  await notify(context, { kind: 'unreadable_elsewhere', userId, values: [alias] });
}

/** What waited before its inbox had a key, or for another one, is encrypted now; null: the key counts no more. */
async function readyContent(
  context: QueueContext,
  content: Buffer[],
  encrypt: (Route & { readonly kind: 'deliver' })['encrypt'],
): Promise<Buffer[] | null> {
  return encrypt === null ? content : encryptWaiting(context, encrypt.key, encrypt.alias, content);
}

/** Null when the delivery ended without an attempt. */
async function prepareMessage(context: QueueContext, claimed: ClaimedDelivery): Promise<DeliveryRequest | null> {
  const key = await context.keys.existingSpoolKey(claimed.keyVersion);
  const { id: deliveryId, messageId, recipientSealed, ownerSince, keptAt } = claimed;
  const envelope = openEnvelope(key, messageId, claimed.envelopeSealed);
  const route: Route =
    recipientSealed === null
      ? await findRoute(context, claimed, envelope)
      : {
          kind: 'deliver',
          targetId: null,
          encrypt: null,
          ...openRecipient(key, { messageId, deliveryId }, recipientSealed),
        };
  switch (route.kind) {
    case 'deliver': {
      const departure = { kind: envelope.kind, ownerSince, firstTriedAtMs: keptAt.getTime() };
      const content = await readyContent(context, await loadContent(context, key, claimed), route.encrypt);
      if (content === null) return endLost(context, claimed, noUsableKey);
      return requestOf(context, { ...route, id: deliveryId }, { ...departure, content });
    }
    case 'follow':
      if (!(await followRoutes(context, claimed, route.routes))) await context.outcomes.record(leaseOf(claimed), 'now');
      return null;
    case 'wait':
      await context.outcomes.record(leaseOf(claimed), 'later');
      return null;
    case 'lost':
      // RFC 3463 §3.3: the mailbox does not accept mail.
      return endLost(context, claimed, '5.2.1');
    case 'unreadable':
      await tellOfUnreadable(context, claimed, route.alias);
      await context.outcomes.record(leaseOf(claimed), 'ended');
      return null;
    case 'drop':
      await context.outcomes.record(leaseOf(claimed), 'ended');
      return null;
  }
}
