import { sql } from 'kysely';
import type { Stats, AccountStats, Event } from '#contract/site.ts';
import { countAliases, countAllAliases } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';

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
    const { users } = await database.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('users'))
      .executeTakeFirstOrThrow();
    return { totalUsers: Number(users), totalAliases: await countAllAliases(database.db) };
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
  const { all: aliases, active: activeAliases } = await countAliases(database.db, { userId });
  const { targets } = await database.db
    .selectFrom('targets')
    .select(({ fn }) => fn.countAll<string>().as('targets'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { aliases, activeAliases, targets: Number(targets) };
}

interface EventContext extends Pick<CoreContext, 'database' | 'clock'> {
  readonly limiter: RateLimiter;
}

function labelOf(event: Event): string {
  if ('path' in event) return event.path;
  return 'label' in event ? (event.label ?? '') : '';
}

/**
 * Adds one to an event's count of the day (UTC). Nothing about who is stored. Beyond the limit of a network
 * it counts nothing and says nothing.
 * @param ip of the client; only counted, by keyed hash
 */
export async function countEvent({ database, clock, limiter }: EventContext, event: Event, ip: string): Promise<void> {
  if (!(await limiter.tryTake('eventsPerNetwork', { ip }))) return;
  await database.db
    .insertInto('dailyCounts')
    .values({
      // As text: the driver would write a Date in the time zone of this machine.
      day: sql<Date>`${new Date(clock.now()).toISOString().slice(0, 10)}::date`,
      name: event.name,
      category: 'category' in event ? event.category : undefined,
      label: labelOf(event),
      count: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'name', 'category', 'label'])
        .doUpdateSet({ count: sql<string>`daily_counts.count + 1` }),
    )
    .execute();
}
