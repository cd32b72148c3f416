import { sql, type RawBuilder } from 'kysely';
import type { AliasRecord } from '#core/aliases/alias-record.ts';
import { searchNotes } from '#core/aliases/notes.ts';
import { countOwn, type Narrow, readOwn, type ReadContext, type Whereabouts } from '#core/aliases/read-aliases.ts';
import { anyOf } from '#database/any-of.ts';

/** Which aliases of an account, and which part of them. Null: all. */
export interface AliasQuery {
  readonly whereabouts: Whereabouts;
  readonly active: boolean | null;
  readonly pinned: boolean | null;
  /** Within address and notes, in any case. */
  readonly search: string | null;
  /** Forwarded to this target. */
  readonly targetId: string | null;
  /** On this domain of accounts. */
  readonly domainId: string | null;
  readonly sort: AliasSort;
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

type Counted = 'forwarded' | 'dropped' | 'replied';

/** How much mail of a kind was counted; none where its owner has none counted. */
function sumOf(kind: Counted) {
  return sql<number>`(select coalesce(sum(${sql.ref(kind)}), 0) from alias_days d where d.alias_id = aliases.id)`;
}

/** When mail was last counted, of a kind or of any: those of which none was come last where the newest are first. */
function lastDay(kind: Counted | null) {
  const of = kind === null ? sql`true` : sql`${sql.ref(kind)} > 0`;
  return sql<string>`(
    select coalesce(max(day), '-infinity'::date) from alias_days d where d.alias_id = aliases.id and ${of})`;
}

const sorts = {
  createdAt: [sql.ref('aliases.created_at')],
  pinned: [sql.ref('aliases.pinned'), sql.ref('aliases.created_at')],
  email: [sql.ref('aliases.local_part'), sql.ref('domains.name')],
  domain: [sql.ref('domains.name'), sql.ref('aliases.local_part')],
  active: [sql.ref('aliases.active'), sql.ref('aliases.local_part')],
  binnedAt: [sql`coalesce(aliases.binned_at, '-infinity')`, sql.ref('aliases.created_at')],
  forwarded: [sumOf('forwarded'), sql.ref('aliases.created_at')],
  dropped: [sumOf('dropped'), sql.ref('aliases.created_at')],
  replied: [sumOf('replied'), sql.ref('aliases.created_at')],
  lastForwarded: [lastDay('forwarded'), sql.ref('aliases.created_at')],
  lastDropped: [lastDay('dropped'), sql.ref('aliases.created_at')],
  lastReplied: [lastDay('replied'), sql.ref('aliases.created_at')],
  lastUsed: [lastDay(null), sql.ref('aliases.created_at')],
} as const satisfies Record<string, readonly RawBuilder<unknown>[]>;
export type AliasSort = keyof typeof sorts;

/** `strpos`, as it takes a text as it is. An account's aliases are few enough to be looked through. */
function matches(text: string, noted: readonly string[]) {
  return sql<boolean>`(strpos(local_part || '@' || name, ${text}) > 0 or aliases.id = ${anyOf(noted)})`;
}

/** `noted`: the aliases whose notes hold what is searched. */
function filter({ active, pinned, search, targetId, domainId }: AliasQuery, noted: readonly string[]): Narrow {
  return (query) => {
    let filtered = query;
    if (active !== null) filtered = filtered.where('aliases.active', '=', active);
    if (pinned !== null) filtered = filtered.where('aliases.pinned', '=', pinned);
    if (search !== null) filtered = filtered.where(matches(search.toLowerCase(), noted));
    if (domainId !== null) filtered = filtered.where('domains.id', '=', domainId).where('domains.kind', '<>', 'shared');
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
  };
}

interface AliasPage {
  readonly aliases: readonly AliasRecord[];
  /** Of all pages. */
  readonly total: number;
}

/** One page of an account's aliases. */
export async function readAliasPage(context: ReadContext, userId: string, query: AliasQuery): Promise<AliasPage> {
  const { db } = context.database;
  const { search, whereabouts } = query;
  const noted = search === null ? [] : await searchNotes(db, context, userId, search.toLowerCase());
  const own = { userId, whereabouts };
  const found = filter(query, noted);
  const order = query.descending ? 'desc' : 'asc';
  const keys: readonly RawBuilder<unknown>[] = sorts[query.sort];
  const total = await countOwn(db, own, found);
  const aliases = await readOwn(db, context, own, (all) =>
    found(all)
      .orderBy(sql`${sql.join(keys.map((key) => sql`${key} ${sql.raw(order)}`))}`)
      .limit(query.size)
      .offset((query.page - 1) * query.size),
  );
  return { aliases, total };
}
