import { sql } from 'kysely';
import { joinAliases } from '#core/alias-rows/read-rows.ts';
import { destroySpoolKey } from '#core/keys/spool-keys.ts';
import { notify } from '#core/notices/notify.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { failDelivery } from '#mail/queue/fail-delivery.ts';
import { fromNowSql } from '#mail/queue/state/spool-sql.ts';
import { spoolDay } from '#mail/queue/spool-sealing.ts';

/** Deliveries taken at once; the next sweep takes the rest. */
const atOnce = 1000;
/** Aliases that one mail names. */
const maxNamed = 20;

interface DelayedRow {
  readonly userId: string;
  readonly aliasId: string;
  readonly count: number;
}

/**
 * Tells owners of mail that has waited long: one notice for all that was found late at once. Each delivery is marked once,
 * by one process only, together with the notice of it.
 * @throws Error when the database does not answer.
 */
async function noticeDelays(context: QueueContext): Promise<void> {
  const { database, limits } = context;
  await database.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<DelayedRow>`
      with late as (
        select id from spool_deliveries
        where noticed_at is null and user_id is not null and alias_id is not null
          and created_at < now() - ${limits.noticeAfterMs}::float8 * interval '1 millisecond'
          and not exists (select from users where id = user_id and (leaving_at is not null or suspended is not null))
        limit ${atOnce} for update skip locked),
      marked as (
        update spool_deliveries d set noticed_at = now() from late where d.id = late.id
        returning d.user_id, d.alias_id, d.message_id)
      select user_id, alias_id, count(distinct message_id)::int as count from marked group by 1, 2 order by 1`.execute(
      transaction,
    );
    const delayed = await joinAliases(transaction, rows, {}, ['address']);
    for (const [userId, own] of Map.groupBy(delayed, (row) => row.userId)) {
      const named = own.map(({ alias: { address: alias }, count }) => ({ alias, count }));
      const waiting = named.toSorted((one, other) => (one.alias < other.alias ? -1 : 1)).slice(0, maxNamed);
      await notify(context, { kind: 'delayed', userId, values: [waiting, limits] }, transaction);
    }
  });
}

/** Keys of the last two days may still be in use by a node whose clock is behind. */
const daysKept = 2;

/**
 * Erases what has no future, and tells of it: deliveries that waited too long, messages that lost their last delivery (with their alias
 * or account, or in a crash) and the spool keys of past days that no message needs.
 * @throws Error when the database does not answer.
 */
export async function sweepSpool(context: QueueContext): Promise<void> {
  const { database, clock, hold } = context;
  const { db } = database;
  // Nobody is told of what has not begun: its time goes on when the hold ends.
  if (hold.held) return;
  await giveUpExpired(context);
  await noticeDelays(context);
  await db
    .deleteFrom('spoolMessages')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('spoolDeliveries').select('id').whereRef('messageId', '=', 'spoolMessages.id'))),
    )
    .execute();
  const pastKeys = await db
    .selectFrom('keys')
    .select('version')
    .where('purpose', '=', 'spool')
    .where('version', '<', spoolDay(clock) - daysKept + 1)
    .execute();
  for (const { version } of pastKeys) await destroySpoolKey(database, version);
}

/** Ends at once; the next sweep takes the rest. */
const expiredAtOnce = 200;

const expiredStatement = {
  name: 'spool-expired',
  text: `
    update spool_deliveries set state = 'in_flight', lease_id = $1, leased_by = $4, lease_until = ${fromNowSql('$2::float8')}
    where id in (
      select id from spool_deliveries
      where expires_at <= now() and (lease_until is null or lease_until < now())
      order by expires_at limit $3 for update skip locked)
    returning id, message_id`,
};

/**
 * Whoever must know is told before the row goes: RFC 3463 §3.5, 4.4.7: it took too long. Leased, so that of several
 * processes one tells; if that one is killed, the next sweep after its lease does.
 */
async function giveUpExpired(context: QueueContext): Promise<void> {
  const { database, leaseHolder, limits, log, random } = context;
  const leaseId = random.uuid();
  const { rows } = await database.pool.query<{ id: string; message_id: string }>({
    ...expiredStatement,
    values: [leaseId, limits.leaseMs, expiredAtOnce, leaseHolder],
  });
  for (const { id: deliveryId, message_id: messageId } of rows) {
    const lease = { deliveryId, messageId, leaseId };
    try {
      await failDelivery(context, { lease, status: '4.4.7', refusedRecipient: false });
      await context.outcomes.record(lease, 'ended');
    } catch (error) {
      log.error('spool.give_up_failed', error);
    }
  }
  if (rows.length > 0) log.warn('spool.gave_up', { deliveries: rows.length });
}
