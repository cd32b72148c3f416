import { sql } from 'kysely';
import type { AliasDeliveries, DeliveriesResponse } from '#contract/aliases.ts';
import { getOwnRow, joinAliases } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';

/** Tried this often in vain, a delivery is worth telling. */
const failingAttempts = 2;

const countMessages = sql<number>`count(distinct delivery.message_id)::int`;

/** Columns over `spool_deliveries as delivery`: messages that wait, each counted once however many inboxes it is for. */
const deliveryCounts = [
  countMessages.as('waiting'),
  sql<number>`count(distinct delivery.message_id) filter (where delivery.attempts >= ${sql.lit(failingAttempts)})::int`.as(
    'failing',
  ),
  sql<Date | null>`min(delivery.next_attempt_at)`.as('nextAttemptAt'),
] as const;

/** Those columns as the wire shows them. */
function showDeliveries(row: {
  readonly waiting: number;
  readonly failing: number;
  readonly nextAttemptAt: Date | null;
}): AliasDeliveries {
  return {
    waiting: row.waiting,
    failing: row.failing,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  };
}

/**
 * Messages that wait in the spool for an alias of this account.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
export async function getAliasDeliveries(
  { database }: Pick<CoreContext, 'database'>,
  aliasId: string,
  userId: string,
): Promise<AliasDeliveries> {
  await getOwnRow(database.db, { aliasId, userId }, []);
  const row = await database.db
    .selectFrom('spoolDeliveries as delivery')
    .select(deliveryCounts)
    .where('aliasId', '=', aliasId)
    .executeTakeFirstOrThrow();
  return showDeliveries(row);
}

/** Messages that wait in the spool for each alias of an account: its list needs one request and not one a row. */
export async function listDeliveries(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<DeliveriesResponse['deliveries']> {
  const { db } = database;
  const rows = await db
    .selectFrom('spoolDeliveries as delivery')
    .select('aliasId')
    .select(deliveryCounts)
    .where('userId', '=', userId)
    .where('aliasId', 'is not', null)
    .groupBy('aliasId')
    .execute();
  return (await joinAliases(db, rows, { userId }, [])).map(({ alias, ...counts }) => ({
    aliasId: alias.id,
    ...showDeliveries(counts),
  }));
}
