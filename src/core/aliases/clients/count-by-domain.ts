import type { CoreContext } from '#core/core-context.ts';

/** How many aliases an account has on each domain, by the ids of those; none of those in the bin. */
export async function countByDomain(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.db
    .selectFrom('aliases')
    .select(['domainId', ({ fn }) => fn.countAll<string>().as('count')])
    .where('userId', '=', userId)
    .where('binnedAt', 'is', null)
    .groupBy('domainId')
    .execute();
  return new Map(rows.map(({ domainId, count }) => [domainId, Number(count)]));
}
