import type { AccountStats } from '#contract/site.ts';
import type { CoreContext } from '#core/core-context.ts';

/** What an account has now. */
export async function getAccountStats(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AccountStats> {
  const { aliases, activeAliases, targets } = await database.db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('aliases').select(fn.countAll<string>().as('count')).where('userId', '=', userId).as('aliases'),
      selectFrom('aliases')
        .select(fn.countAll<string>().as('count'))
        .where('userId', '=', userId)
        .where('active', '=', true)
        .as('activeAliases'),
      selectFrom('targets').select(fn.countAll<string>().as('count')).where('userId', '=', userId).as('targets'),
    ])
    .executeTakeFirstOrThrow();
  return { aliases: Number(aliases), activeAliases: Number(activeAliases), targets: Number(targets) };
}
