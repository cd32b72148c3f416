import { sql } from 'kysely';
import type { AliasDeliveries, DeliveriesResponse } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { aliasIds } from '#core/alias-rows/read-rows.ts';
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
  const row = await database.db
    .selectFrom(aliasIds({ ids: [aliasId], userId }).as('a'))
    .leftJoin('spoolDeliveries as delivery', 'delivery.aliasId', 'a.id')
    .select(deliveryCounts)
    .groupBy('a.id')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return showDeliveries(row);
}

/** Messages that wait in the spool for each alias of an account: its list needs one request and not one a row. */
export async function listDeliveries(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<DeliveriesResponse['deliveries']> {
  const rows = await database.db
    .selectFrom('spoolDeliveries as delivery')
    .innerJoin(aliasIds({ userId }).as('a'), 'a.id', 'delivery.aliasId')
    .select('a.id as aliasId')
    .select(deliveryCounts)
    .groupBy('a.id')
    .execute();
  return rows.map(({ aliasId, ...counts }) => ({ aliasId, ...showDeliveries(counts) }));
}
