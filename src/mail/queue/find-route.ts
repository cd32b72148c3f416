import { sql } from 'kysely';
import type { TargetKey } from '#core/targets/target-key.ts';
import type { AliasRoute } from '#core/aliases/standing/find-alias.ts';
import { findFormerTarget } from '#core/aliases/standing/find-former-target.ts';
import {
  findPresentRoutes,
  type PresentRoutes,
  type PresentTarget,
} from '#core/aliases/standing/find-present-routes.ts';
import { shareAccount } from '#core/user-row.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { destinationHash } from '#mail/queue/state/delivery.ts';
import { type SpoolEnvelope, UnreadableMail, openEnvelope, sealEnvelope } from '#mail/queue/spool-sealing.ts';
import { durably } from '#mail/queue/state/leases.ts';
import { makeBounceAddress, readAuthorMark } from '#mail/recipient/address-forms.ts';

/** What the owner's present settings make of a waiting delivery. */
export type Route =
  | {
      readonly kind: 'deliver';
      readonly targetId: string | null;
      readonly mailFrom: string;
      readonly rcptTo: string;
      /** It is to be encrypted before it leaves, for an alias of this address; null: it leaves as it is. */
      readonly encrypt: { readonly key: TargetKey; readonly alias: string } | null;
    }
  /** It was encrypted for a target that its alias leads to no more: nobody else can read it. */
  | { readonly kind: 'unreadable'; readonly alias: string }
  /** Its target is gone: these present ones take its place. */
  | { readonly kind: 'follow'; readonly routes: readonly AliasRoute[] }
  /** Its target was replaced by one that is not confirmed yet, or the account is leaving or suspended and may come back. */
  | { readonly kind: 'wait' }
  /** No target is left that may have it, which its owner did not ask for: whoever must know is told. */
  | { readonly kind: 'lost' }
  /** The alias is paused or gone, or the author blocked: silent. */
  | { readonly kind: 'drop' };

type KnownAlias = Exclude<PresentRoutes, { readonly standing: 'unknown' }>;

/** Its target must not have it now: those of the alias that never had the message take its place. */
function follow(
  present: readonly PresentTarget[],
  { targets }: SpoolEnvelope,
  own: SpoolEnvelope['targets'][number],
): Route {
  const served = new Set(targets.filter(({ aliasId }) => aliasId === own.aliasId).map(({ targetId }) => targetId));
  const fresh = present.filter(({ targetId }) => !served.has(targetId));
  // What was written for a webhook shows the sender's own address: no inbox may answer to that.
  const fit = own.kind === 'webhook' ? fresh.filter(({ kind }) => kind === 'webhook') : fresh;
  const routes = fit.flatMap(({ route }) => route ?? []);
  if (routes.length > 0) return { kind: 'follow', routes };
  return { kind: fresh.length > 0 ? 'wait' : 'lost' };
}

interface Addressing {
  /** `name@domain`. */
  readonly alias: string;
  readonly reversePath: string;
  readonly sealed?: boolean | undefined;
  /** The token of whoever wrote it, where a note of the inbox reaches them. */
  readonly correspondent?: string | null;
}

function deliverTo(
  { clock, keys }: QueueContext,
  { linkId, targetId, target: rcptTo, key }: AliasRoute,
  { alias, reversePath, sealed = false, correspondent = null }: Addressing,
): Route {
  const now = new Date(clock.now());
  // The null reverse-path stays null, so that no bounce is ever answered by a bounce (RFC 5321 §4.5.5).
  const bounces = { id: linkId, alias, now, of: 'forward', correspondent } as const;
  const mailFrom = reversePath === '' ? '' : makeBounceAddress(keys, bounces);
  return { kind: 'deliver', targetId, mailFrom, rcptTo, encrypt: key === null || sealed ? null : { key, alias } };
}

function routeNow(
  context: QueueContext,
  { targets, address, autoReplies }: KnownAlias,
  envelope: SpoolEnvelope,
  own: SpoolEnvelope['targets'][number],
): Route {
  // By target, not by route: an edit of the alias may have made the route anew.
  const target = targets.find(({ targetId }) => targetId === own.targetId);
  if (target?.disabled === true) return { kind: 'wait' };
  const route = target?.route ?? null;
  if (route === null)
    return own.sealed === true ? { kind: 'unreadable', alias: address } : follow(targets, envelope, own);
  const correspondent = autoReplies ? (readAuthorMark(own.authorHash)?.token ?? null) : null;
  const { reversePath } = envelope;
  return deliverTo(context, route, { alias: address, reversePath, sealed: own.sealed, correspondent });
}

/** The alias passed to another account: what was accepted for its former owner goes where it was to go. */
async function formerRoute(
  context: QueueContext,
  userId: string | null,
  { targetId, sealed }: SpoolEnvelope['targets'][number],
  { reversePath }: SpoolEnvelope,
): Promise<Route> {
  const former = await findFormerTarget(context, targetId, userId);
  if (former.standing === 'waits') return { kind: 'wait' };
  const [domain] = context.domains.all();
  if (former.standing === 'gone' || domain === undefined) return { kind: 'lost' };
  return deliverTo(context, former.route, { alias: `postmaster@${domain.name}`, reversePath, sealed });
}

/** Reads the alias again, so that what its owner changed while the message waited counts. */
export async function findRoute(
  context: QueueContext,
  { id, aliasId, userId }: Pick<ClaimedDelivery, 'id' | 'aliasId' | 'userId'>,
  envelope: SpoolEnvelope,
): Promise<Route> {
  const own = envelope.targets.find(({ deliveryId }) => deliveryId === id);
  if (own === undefined) throw new UnreadableMail('a waiting delivery lacks its target');
  return aliasId === null ? formerRoute(context, userId, own, envelope) : presentRoute(context, aliasId, envelope, own);
}

async function presentRoute(
  context: QueueContext,
  aliasId: string,
  envelope: SpoolEnvelope,
  own: SpoolEnvelope['targets'][number],
): Promise<Route> {
  const alias = await findPresentRoutes(context, aliasId, readAuthorMark(own.authorHash)?.hash ?? null);
  switch (alias.standing) {
    case 'unknown':
    case 'paused':
      return { kind: 'drop' };
    case 'leaving':
    case 'suspended':
      return { kind: 'wait' };
    // What was accepted before the alias ended is delivered, and what was accepted for its owner stays theirs.
    case 'ended':
    case 'lost':
    case 'unconfirmed':
    case 'live':
      return alias.blocked ? { kind: 'drop' } : routeNow(context, alias, envelope, own);
  }
}

/**
 * The owner moved the alias while the message waited: the delivery is replaced by one for each of `routes` that has
 * none of this message yet, and never had. Does nothing when the lease was lost, or when others followed there first.
 * @returns whether it was replaced.
 * @throws Error when the database cannot commit.
 */
export async function followRoutes(
  { database, keys, random, transport, wake }: QueueContext,
  { id, messageId, headerId, aliasId, userId, leaseId, keyVersion }: ClaimedDelivery,
  routes: readonly AliasRoute[],
): Promise<boolean> {
  const key = await keys.existingSpoolKey(keyVersion);
  const isReplaced = await database.db.transaction().execute(async (transaction) => {
    await sql.raw(durably).execute(transaction);
    if (userId !== null) await shareAccount(transaction, userId);
    const { envelopeSealed } = await transaction
      .selectFrom('spoolMessages')
      .select('envelopeSealed')
      .where('id', '=', messageId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const envelope = openEnvelope(key, messageId, envelopeSealed);
    const served = new Set(
      envelope.targets.filter((target) => target.aliasId === aliasId).map(({ targetId }) => targetId),
    );
    const added = routes
      .filter(({ targetId }) => !served.has(targetId))
      .map((route) => ({ ...route, deliveryId: random.uuid() }));
    if (added.length === 0) return false;
    const own = await transaction
      .deleteFrom('spoolDeliveries')
      .where('id', '=', id)
      .where('leaseId', '=', leaseId)
      .returning(['expiresAt', 'reached', 'origin'])
      .executeTakeFirst();
    if (own === undefined) return false;
    // The target it waited for never had it, and gets it when the alias leads there again.
    const targets = envelope.targets.flatMap((entry) =>
      entry.deliveryId === id ? added.map(({ deliveryId, targetId }) => ({ ...entry, deliveryId, targetId })) : [entry],
    );
    await transaction
      .updateTable('spoolMessages')
      .set({ envelopeSealed: sealEnvelope(key, random, messageId, { ...envelope, targets }) })
      .where('id', '=', messageId)
      .execute();
    const rows = added.map(({ deliveryId, linkId, target }) => ({
      id: deliveryId,
      messageId,
      headerId,
      userId,
      aliasId,
      linkId,
      destinationHash: destinationHash(keys, transport, target),
      nextAttemptAt: sql<Date>`now()`,
      ...own,
    }));
    await transaction.insertInto('spoolDeliveries').values(rows).execute();
    return true;
  });
  wake.notify();
  return isReplaced;
}
