import type { Stats, AccountStats } from '#contract/site.ts';
import type { CoreContext } from '#core/core-context.ts';

const freshMs = 60_000;

/** The totals of the service. */
export interface ServiceTotals {
  /** At most a minute old. */
  get(): Promise<Stats>;
}

/** Counts accounts and aliases once a minute, however many ask: on large tables the count is costly. */
export function createServiceTotals({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): ServiceTotals {
  let counted: { readonly totals: Promise<Stats>; readonly at: number } | null = null;

  const count = async (): Promise<Stats> => {
    const { users, aliases } = await database.db
      .selectNoFrom(({ selectFrom, fn }) => [
        selectFrom('users').select(fn.countAll<string>().as('count')).as('users'),
        selectFrom('aliases').select(fn.countAll<string>().as('count')).as('aliases'),
      ])
      .executeTakeFirstOrThrow();
    return { totalUsers: Number(users), totalAliases: Number(aliases) };
  };

  return {
    get() {
      const now = clock.now();
      if (counted !== null && now - counted.at < freshMs) return counted.totals;
      const totals = count();
      counted = { totals, at: now };
      // A count that failed is nobody's answer for a minute.
      totals.catch(() => {
        counted = null;
      });
      return totals;
    },
  };
}

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
