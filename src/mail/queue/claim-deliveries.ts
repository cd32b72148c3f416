import { isHeld, neverDue } from '#core/operator/held-mail.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { destinationKey } from '#mail/queue/state/delivery.ts';
import { fromNowSql, nextAttemptSql } from '#mail/queue/state/leases.ts';
import type { Slot } from '#protocol/smtp-client/destination-limits.ts';

/** A due delivery that this process alone may work on until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly messageId: string;
  readonly headerId: string;
  readonly userId: string | null;
  readonly aliasId: string | null;
  readonly linkId: string | null;
  readonly recipientSealed: Buffer | null;
  readonly destinationHash: Buffer;
  readonly leaseId: string;
  readonly keyVersion: number;
  readonly envelopeSealed: Buffer;
  readonly bodyBytes: number;
  /** When it was kept: right after its first try, or before it. */
  readonly keptAt: Date;
  /** Since when the account that it counts against exists; null: none, or gone. */
  readonly ownerSince: Date | null;
  /** The alias's owner watches what becomes of its mail. */
  readonly traced: boolean;
}

/** How many deliveries to one destination are wanted. */
interface DestinationShare {
  readonly destinationHash: Buffer;
  readonly count: number;
}

interface ClaimedRow {
  readonly id: string;
  readonly message_id: string;
  readonly header_id: string;
  readonly user_id: string | null;
  readonly alias_id: string | null;
  readonly link_id: string | null;
  readonly recipient_sealed: Buffer | null;
  readonly destination_hash: Buffer;
  readonly lease_id: string;
  readonly key_version: number;
  readonly envelope_sealed: Buffer;
  readonly body_bytes: number;
  readonly created_at: Date;
  readonly owner_since: Date | null;
  readonly held: boolean;
  readonly traced: boolean;
}

const dueStatement = {
  name: 'spool-due',
  text: `
    with recursive destinations as (
      (select destination_hash, next_attempt_at from spool_deliveries
       order by destination_hash, next_attempt_at limit 1)
      union all
      select following.* from destinations, lateral (
        select destination_hash, next_attempt_at from spool_deliveries
        where destination_hash > destinations.destination_hash
        order by destination_hash, next_attempt_at limit 1) following)
    select destination_hash from destinations where next_attempt_at <= now() order by next_attempt_at`,
};

const claimStatement = {
  name: 'spool-claim',
  text: `
    with wanted as (select * from unnest($1::bytea[], $2::int[]) wanted (destination_hash, count)),
    due as (
      select free.* from wanted, lateral (
        select d.id, u.created_at as owner_since, ${isHeld} as held
        from spool_deliveries d left join users u on u.id = d.user_id
        where destination_hash = wanted.destination_hash and next_attempt_at <= now()
          and (lease_until is null or lease_until < now())
        order by next_attempt_at limit wanted.count
        for update of d skip locked) free)
    update spool_deliveries d set
      state = case when held then 'held' else 'in_flight' end,
      attempts = attempts + case when held then 0 else 1 end,
      unanswered = unanswered and held,
      lease_id = case when not held then $3::uuid end,
      leased_by = case when not held then $7::uuid end,
      lease_until = case when not held then ${fromNowSql('$4::float8')} end,
      next_attempt_at = case when held then ${neverDue}
        else ${nextAttemptSql('attempts + 1', '$5::float8[]', '$6::float8')} end
    from due, spool_messages m
    where d.id = due.id and m.id = d.message_id
    returning d.id, d.message_id, d.header_id, d.user_id, d.alias_id, d.link_id, d.recipient_sealed,
      d.destination_hash, d.lease_id, m.key_version, m.envelope_sealed, m.body_bytes, d.created_at,
      owner_since, held,
      exists (select from secret_links t
        where t.kind = 'trace' and t.alias_id = d.alias_id and t.expires_at > now()) as traced`,
};

/** Destinations that have a due delivery, by one index look-up each, however many deliveries wait. */
async function findDueDestinations({ database }: QueueContext): Promise<Buffer[]> {
  const { rows } = await database.pool.query<{ destination_hash: Buffer }>(dueStatement);
  return rows.map((row) => row.destination_hash);
}

/**
 * Leases due deliveries, the longest due first, each to one process only. The attempt is counted and the time of the
 * next one committed before anything is dialed, so that a crash loop cannot hammer a destination: not even its answer
 * to another makes them due before. What is to be held stays, and is not due again.
 */
export async function claimDeliveries(
  { database, leaseHolder, limits, random }: QueueContext,
  shares: readonly DestinationShare[],
): Promise<ClaimedDelivery[]> {
  const values = [
    shares.map(({ destinationHash }) => destinationHash),
    shares.map(({ count }) => count),
    random.uuid(),
    limits.leaseMs,
    [...limits.retryDelaysMs],
    limits.retryJitter,
    leaseHolder,
  ];
  const { rows } = await database.pool.query<ClaimedRow>({ ...claimStatement, values });
  return rows.filter(({ held }) => !held).map(toClaimed);
}

function toClaimed(row: ClaimedRow): ClaimedDelivery {
  return {
    id: row.id,
    messageId: row.message_id,
    headerId: row.header_id,
    userId: row.user_id,
    aliasId: row.alias_id,
    linkId: row.link_id,
    recipientSealed: row.recipient_sealed,
    destinationHash: row.destination_hash,
    leaseId: row.lease_id,
    keyVersion: row.key_version,
    envelopeSealed: row.envelope_sealed,
    bodyBytes: row.body_bytes,
    keptAt: row.created_at,
    ownerSince: row.owner_since,
    traced: row.traced,
  };
}

/** Places reserved at the destinations that have due mail, by destination key. */
type Reserved = ReadonlyMap<string, { readonly destinationHash: Buffer; readonly slots: Slot[] }>;

/** At most half of the room that is left to each, so that the next destination always finds some. */
async function reservePermits({ destinations }: QueueContext, due: readonly Buffer[], room: number): Promise<Reserved> {
  const reserved = new Map<string, { destinationHash: Buffer; slots: Slot[] }>();
  let left = room;
  for (const destinationHash of due) {
    if (left === 0) break;
    const key = destinationKey(destinationHash);
    const slots = await destinations.reserve(key, Math.ceil(left / 2));
    if (slots.length > 0) reserved.set(key, { destinationHash, slots });
    left -= slots.length;
  }
  return reserved;
}

/**
 * Claims up to `room` due deliveries, as many to each destination as it has places, and hands each to `begin` with
 * its place. @returns how many. @throws Error when the database does not answer.
 */
export async function claimDue(
  context: QueueContext,
  room: number,
  begin: (claimed: ClaimedDelivery, slot: Slot) => void,
): Promise<number> {
  if (room === 0) return 0;
  const reserved = await reservePermits(context, await findDueDestinations(context), room);
  if (reserved.size === 0) return 0;
  try {
    const shares = [...reserved.values()].map(({ destinationHash, slots }) => ({
      destinationHash,
      count: slots.length,
    }));
    const claimed = await claimDeliveries(context, shares);
    if (claimed.length > 0) context.trace('claimed');
    for (const delivery of claimed) {
      const slot = reserved.get(destinationKey(delivery.destinationHash))?.slots.pop();
      if (slot !== undefined) begin(delivery, slot);
    }
    return claimed.length;
  } finally {
    for (const { slots } of reserved.values()) for (const slot of slots) slot.leave();
  }
}

const freeStatement = {
  name: 'spool-free-leases',
  text: `
    update spool_deliveries set state = 'waiting', lease_id = null, lease_until = null, leased_by = null,
      next_attempt_at = case when attempts > 1 then next_attempt_at else now() end
    where leased_by = $1`,
};

/**
 * Gives the queue back what a process that is gone had in hand. What was tried for the first time is due at once; the rest
 * keeps the time that was set when it was claimed, so that a message that ends processes cannot end one after the other.
 * @throws Error when the database does not answer.
 */
export async function freeLeases({ database, wake, log }: QueueContext, holder: string): Promise<void> {
  const { rowCount } = await database.pool.query({ ...freeStatement, values: [holder] });
  if (rowCount === null || rowCount === 0) return;
  log.info('spool.leases_freed', { deliveries: rowCount });
  wake.notify();
}
