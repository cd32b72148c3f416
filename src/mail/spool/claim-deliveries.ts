import { sql } from 'kysely';
import type { MailContext } from '#mail/mail-context.ts';
import { fromNow, nextAttemptAt } from '#mail/spool/schedule.ts';

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
}

/** How many deliveries to one destination are wanted. */
export interface DestinationShare {
  readonly destinationHash: Buffer;
  readonly count: number;
}

/** Destinations that have a due delivery, by one index look-up each, however many deliveries wait. */
export const findDueDestinations = async ({ database }: MailContext): Promise<Buffer[]> => {
  const { rows } = await sql<{ destinationHash: Buffer }>`
    with recursive destinations as (
      (select destination_hash, next_attempt_at from spool_deliveries
       order by destination_hash, next_attempt_at limit 1)
      union all
      select following.* from destinations, lateral (
        select destination_hash, next_attempt_at from spool_deliveries
        where destination_hash > destinations.destination_hash
        order by destination_hash, next_attempt_at limit 1) following)
    select destination_hash from destinations where next_attempt_at <= now() order by next_attempt_at`.execute(
    database.db,
  );
  return rows.map(({ destinationHash }) => destinationHash);
};

/**
 * Leases due deliveries, the longest due first, each to one process only. The attempt is counted and the time of the
 * next one committed before anything is dialed, so that a crash loop cannot hammer a destination.
 */
export const claimDeliveries = async (
  { database, limits, random }: MailContext,
  shares: readonly DestinationShare[],
): Promise<ClaimedDelivery[]> => {
  const hashes = shares.map(({ destinationHash }) => destinationHash);
  const counts = shares.map(({ count }) => count);
  const { rows } = await sql<ClaimedDelivery>`
    with wanted as (select * from unnest(${hashes}::bytea[], ${counts}::int[]) wanted (destination_hash, count)),
    due as (
      select free.id from wanted, lateral (
        select id from spool_deliveries
        where destination_hash = wanted.destination_hash and next_attempt_at <= now()
          and (lease_until is null or lease_until < now())
        order by next_attempt_at limit wanted.count
        for update skip locked) free)
    update spool_deliveries d set
      state = 'in_flight', attempts = attempts + 1, lease_id = ${random.uuid()}, lease_until = ${fromNow(limits.leaseMs)},
      next_attempt_at = ${nextAttemptAt(limits, sql<number>`attempts + 1`)}
    from due, spool_messages m
    where d.id = due.id and m.id = d.message_id
    returning d.id, d.message_id, d.header_id, d.user_id, d.alias_id, d.link_id, d.recipient_sealed,
      d.destination_hash, d.lease_id, m.key_version, m.envelope_sealed, m.body_bytes`.execute(database.db);
  return rows;
};
