import { sql } from 'kysely';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { destinationHash } from '#mail/queue/state/destinations.ts';
import { type SpoolEnvelope, openEnvelope, sealEnvelope } from '#mail/queue/spool-sealing.ts';
import { durably } from '#mail/queue/state/spool-sql.ts';
import { makeBounceAddress } from '#mail/recipient/bounce-address.ts';
import type { AliasRoute } from '#mail/recipient/recipient.ts';

/** What the owner's present settings make of a waiting delivery. */
export type Route =
  | { readonly kind: 'deliver'; readonly targetId: string | null; readonly mailFrom: string; readonly rcptTo: string }
  /** Its target is gone: these present ones take its place. */
  | { readonly kind: 'follow'; readonly links: readonly AliasRoute[] }
  /** Its target was replaced by one that is not confirmed yet. */
  | { readonly kind: 'wait' }
  /** No target is left that may have it, which its owner did not ask for: whoever must know is told. */
  | { readonly kind: 'lost' }
  /** The alias is paused or gone, or the author blocked: silent. */
  | { readonly kind: 'drop' };

interface PresentLink {
  readonly active: boolean;
  readonly domain: string;
  /** The owner blocked its author meanwhile. */
  readonly blocked: boolean;
  /** The rest is null for an alias without a target. */
  readonly link_id: string | null;
  readonly target_id: string | null;
  readonly kind: AliasRoute['kind'] | null;
  readonly value_sealed: Buffer | null;
  readonly confirmed: boolean | null;
  /** A webhook that is switched off keeps what waits for it. */
  readonly disabled: boolean | null;
  readonly fails: boolean | null;
}

const linksStatement = {
  name: 'spool-links',
  text: `
    select a.active, d.name as domain, l.id as link_id, t.id as target_id, t.kind, t.value_sealed,
      t.confirmed_at is not null as confirmed, t.disabled_at is not null as disabled,
      t.failing_since is not null as fails,
      exists (select 1 from contacts c where c.token_hash = $2 and c.blocked_at is not null) as blocked
    from aliases a join domains d on d.id = a.domain_id
    left join alias_targets l on l.alias_id = a.id
    left join targets t on t.id = l.target_id
    where a.id = $1 order by l.position`,
};

function openLink({ keys }: QueueContext, link: PresentLink): AliasRoute[] {
  const { link_id: linkId, target_id: targetId, kind, value_sealed: sealed } = link;
  if (linkId === null || targetId === null || kind === null || sealed === null) return [];
  if (link.confirmed !== true || link.disabled === true) return [];
  const fails = link.fails === true;
  return [{ linkId, targetId, kind, fails, target: keys.open(targetValueContext(targetId), sealed).toString() }];
}

/** Its target must not have it now: those of the alias that never had the message take its place. */
function follow(
  context: QueueContext,
  present: readonly PresentLink[],
  { targets }: SpoolEnvelope,
  own: SpoolEnvelope['targets'][number],
): Route {
  const served = new Set(targets.filter(({ aliasId }) => aliasId === own.aliasId).map(({ targetId }) => targetId));
  const fresh = present.filter((link) => link.target_id !== null && !served.has(link.target_id));
  // What was written for a webhook shows the sender's own address: no inbox may answer to that.
  const fit = own.kind === 'webhook' ? fresh.filter(({ kind }) => kind === 'webhook') : fresh;
  const links = fit.flatMap((link) => openLink(context, link));
  if (links.length > 0) return { kind: 'follow', links };
  return { kind: fresh.length > 0 ? 'wait' : 'lost' };
}

function deliverTo(
  { clock, keys }: QueueContext,
  { linkId, targetId, target: rcptTo }: AliasRoute,
  { domain, reversePath }: { readonly domain: string; readonly reversePath: string },
): Route {
  const now = new Date(clock.now());
  // The null reverse-path stays null, so that no bounce is ever answered by a bounce (RFC 5321 §4.5.5).
  const mailFrom = reversePath === '' ? '' : makeBounceAddress(keys, { linkId, domain, now, of: 'forward' });
  return { kind: 'deliver', targetId, mailFrom, rcptTo };
}

/** Reads the alias again, so that what its owner changed while the message waited counts. */
export async function findRoute(
  context: QueueContext,
  { id, aliasId }: Pick<ClaimedDelivery, 'id' | 'aliasId'>,
  envelope: SpoolEnvelope,
): Promise<Route> {
  const own = envelope.targets.find(({ deliveryId }) => deliveryId === id);
  if (own === undefined) throw new Error('a waiting delivery lacks its target');
  const author = own.authorHash === undefined ? null : Buffer.from(own.authorHash, 'hex');
  const values = [aliasId, author];
  const { rows: present } = await context.database.pool.query<PresentLink>({ ...linksStatement, values });
  const [first] = present;
  if (first === undefined || !first.active || first.blocked) return { kind: 'drop' };
  // By target, not by link: an edit of the alias may have made the link anew.
  const ownLink = present.find((link) => link.target_id !== null && link.target_id === own.targetId);
  if (ownLink?.disabled === true) return { kind: 'wait' };
  const [route] = ownLink === undefined ? [] : openLink(context, ownLink);
  if (route === undefined) return follow(context, present, envelope, own);
  return deliverTo(context, route, { domain: first.domain, reversePath: envelope.reversePath });
}

/**
 * The owner moved the alias while the message waited: the delivery is replaced by one for each of `links` that has
 * none of this message yet, and never had. Does nothing when the lease was lost, or when others followed there first.
 * @returns whether it was replaced.
 * @throws Error when the database cannot commit.
 */
export async function followLinks(
  { database, keys, random, transport, wake }: QueueContext,
  { id, messageId, headerId, aliasId, userId, leaseId, keyVersion }: ClaimedDelivery,
  links: readonly AliasRoute[],
): Promise<boolean> {
  const key = await keys.existingSpoolKey(keyVersion);
  const isReplaced = await database.db.transaction().execute(async (transaction) => {
    await sql.raw(durably).execute(transaction);
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
    const added = links
      .filter(({ targetId }) => !served.has(targetId))
      .map((link) => ({ ...link, deliveryId: random.uuid() }));
    if (added.length === 0) return false;
    const own = await transaction
      .deleteFrom('spoolDeliveries')
      .where('id', '=', id)
      .where('leaseId', '=', leaseId)
      .returning(['expiresAt', 'reached'])
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
