import type { AliasDeliveries } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { deliveryCounts, showDeliveries } from '#core/aliases/count-deliveries.ts';
import type { CoreContext } from '#core/core-context.ts';

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
    .selectFrom('aliases')
    .leftJoin('spoolDeliveries as delivery', 'delivery.aliasId', 'aliases.id')
    .select(deliveryCounts)
    .where('aliases.id', '=', aliasId)
    .where('aliases.userId', '=', userId)
    .groupBy('aliases.id')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return showDeliveries(row);
}
