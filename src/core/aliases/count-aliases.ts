import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';

export interface AliasCounts {
  readonly all: number;
  readonly active: number;
  readonly pinned: number;
}

/** How many aliases an account has. */
export function countAliases({ database }: Pick<CoreContext, 'database'>, userId: string): Promise<AliasCounts> {
  return database.db
    .selectFrom('aliases')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where active))::int`.as('active'),
      sql<number>`(count(*) filter (where pinned))::int`.as('pinned'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
}
