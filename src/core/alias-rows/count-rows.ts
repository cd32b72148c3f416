import { sql } from 'kysely';
import { aliasIds, aliasRows, type WhichAliases } from '#core/alias-rows/read-rows.ts';
import type { Db } from '#database/database.ts';

interface AliasCounts {
  /** Not deleted. */
  readonly all: number;
  readonly active: number;
  readonly pinned: number;
  readonly binned: number;
  /** Mail came to them, wherever they lie. */
  readonly used: number;
}

/** How many aliases there are, by how they stand; `whereabouts` is told apart by itself. */
export function countAliases(db: Db, which: Omit<WhichAliases, 'whereabouts'>): Promise<AliasCounts> {
  const count = (condition: string) => sql<number>`(count(*) filter (where ${sql.raw(condition)}))::int`;
  return db
    .selectFrom(aliasRows({ ...which, whereabouts: 'any' }, ['active', 'pinned', 'binnedAt', 'everUsed']).as('a'))
    .select([
      count('binned_at is null').as('all'),
      count('active and binned_at is null').as('active'),
      count('pinned and binned_at is null').as('pinned'),
      count('binned_at is not null').as('binned'),
      count('ever_used').as('used'),
    ])
    .executeTakeFirstOrThrow();
}

/** How many there are for each account or domain, by its id. */
export async function countAliasesBy(
  db: Db,
  by: 'userId' | 'domainId',
  which: WhichAliases,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom(aliasRows(which, ['userId', 'domainId']).as('a'))
    .select([`a.${by} as of`, sql<number>`count(*)::int`.as('count')])
    .groupBy(`a.${by}`)
    .execute();
  return new Map(rows.map(({ of, count }) => [of, count]));
}

/** When the newest of them was made, deleted or not; null: there is none. */
export async function newestMade(db: Db, which: Omit<WhichAliases, 'whereabouts'>): Promise<Date | null> {
  const { createdAt } = await db
    .selectFrom(aliasRows({ ...which, whereabouts: 'any' }, ['createdAt']).as('a'))
    .select(({ fn }) => fn.max('a.createdAt').as('createdAt'))
    .executeTakeFirstOrThrow();
  return createdAt;
}

/** How many aliases there are of all accounts that are not deleted: those that are have an index of their own, and are few. */
export async function countAllAliases(db: Db): Promise<number> {
  const count = (whereabouts: 'any' | 'binned') => sql<string>`(select count(*) from ${aliasIds({ whereabouts })} a)`;
  const { all, binned } = await db
    .selectNoFrom([count('any').as('all'), count('binned').as('binned')])
    .executeTakeFirstOrThrow();
  return Number(all) - Number(binned);
}
