import { sql } from 'kysely';
import { aliasRowColumns, selectOwnAliases, withInboxes, type ListedAlias } from '#core/aliases/listed-alias.ts';
import type { CoreContext } from '#core/core-context.ts';

/** Which aliases of an account, and which part of them. Null: all. */
export interface AliasQuery {
  readonly active: boolean | null;
  readonly pinned: boolean | null;
  /** Within address and notes, in any case. */
  readonly search: string | null;
  /** Forwarded to this target. */
  readonly targetId: string | null;
  readonly sort: AliasSort;
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

export const aliasSorts = ['createdAt', 'email', 'domain', 'active'] as const;
export type AliasSort = (typeof aliasSorts)[number];

export interface AliasPage {
  readonly aliases: readonly ListedAlias[];
  /** Of all pages. */
  readonly total: number;
}

type OwnAliases = ReturnType<typeof selectOwnAliases>;

const sortColumns = {
  createdAt: ['aliases.createdAt'],
  email: ['aliases.localPart', 'domains.name'],
  domain: ['domains.name', 'aliases.localPart'],
  active: ['aliases.active', 'aliases.localPart'],
} as const satisfies Record<AliasSort, readonly string[]>;

/** `strpos`, as it takes a text as it is. An account's aliases are few enough to be looked through. */
function matches(search: string) {
  const text = search.toLowerCase();
  return sql<boolean>`(strpos(local_part || '@' || name, ${text}) > 0 or strpos(lower(notes), ${text}) > 0)`;
}

function filter(query: OwnAliases, { active, pinned, search, targetId }: AliasQuery): OwnAliases {
  let filtered = query;
  if (active !== null) filtered = filtered.where('aliases.active', '=', active);
  if (pinned !== null) filtered = filtered.where('aliases.pinned', '=', pinned);
  if (search !== null) filtered = filtered.where(matches(search));
  if (targetId !== null) {
    filtered = filtered.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('aliasTargets')
          .select('aliasTargets.id')
          .whereRef('aliasTargets.aliasId', '=', 'aliases.id')
          .where('aliasTargets.targetId', '=', targetId),
      ),
    );
  }
  return filtered;
}

/** One page of an account's aliases. */
export async function findAliasPage(
  context: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
  query: AliasQuery,
): Promise<AliasPage> {
  const found = filter(selectOwnAliases(context.database.db, userId), query);
  const { count } = await found.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const order = query.descending ? 'desc' : 'asc';
  const rows = await sortColumns[query.sort]
    .reduce((sorted, column) => sorted.orderBy(column, order), found.select(aliasRowColumns))
    .orderBy('aliases.id')
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute();
  return { aliases: await withInboxes(context, userId, rows), total: Number(count) };
}
