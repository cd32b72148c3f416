import type { DeliveriesResponse } from '#contract/aliases.ts';
import { deliveryCounts, showDeliveries } from '#core/aliases/count-deliveries.ts';
import type { CoreContext } from '#core/core-context.ts';

/** Messages that wait in the spool for each alias of an account: its list needs one request and not one a row. */
export async function listDeliveries(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<DeliveriesResponse['deliveries']> {
  const rows = await database.db
    .selectFrom('spoolDeliveries as delivery')
    .innerJoin('aliases', 'aliases.id', 'delivery.aliasId')
    .select('aliases.id as aliasId')
    .select(deliveryCounts)
    .where('aliases.userId', '=', userId)
    .groupBy('aliases.id')
    .execute();
  return rows.map(({ aliasId, ...counts }) => ({ aliasId, ...showDeliveries(counts) }));
}
