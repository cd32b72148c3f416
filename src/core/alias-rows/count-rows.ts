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
  /** When the newest of them was made, deleted or not; null: there is none. */
  readonly newestAt: Date | null;
}

/** How many aliases there are, by how they stand; `whereabouts` is told apart by itself. */
export function countAliases(db: Db, which: Omit<WhichAliases, 'whereabouts'>): Promise<AliasCounts> {
  const among = (condition: string) => sql<number>`(count(*) filter (where ${sql.raw(condition)}))::int`;
  const facts = ['active', 'pinned', 'binnedAt', 'everUsed', 'createdAt'] as const;
  return db
    .selectFrom(aliasRows({ ...which, whereabouts: 'any' }, facts).as('a'))
    .select([
      among('binned_at is null').as('all'),
      among('active and binned_at is null').as('active'),
      among('pinned and binned_at is null').as('pinned'),
      among('binned_at is not null').as('binned'),
      among('ever_used').as('used'),
    ])
    .select(({ fn }) => fn.max('a.createdAt').as('newestAt'))
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

/** How many aliases there are of all accounts that are not deleted: those that are have an index of their own, and are few. */
export async function countAllAliases(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly count: string }>`
    select (select count(*) from ${aliasIds({ whereabouts: 'any' })} a)
      - (select count(*) from ${aliasIds({ whereabouts: 'binned' })} a) as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
