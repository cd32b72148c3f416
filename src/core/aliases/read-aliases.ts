import { sql } from 'kysely';
import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import type { ProviderState } from '#contract/provider.ts';
import { aliasView } from '#core/aliases/alias-record.ts';
import { checkOwner } from '#core/aliases/alias-input.ts';
import { aliasRowColumns, selectOwnAliases, withInboxes, type ListedAlias } from '#core/aliases/listed-alias.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import type { Db } from '#database/database.ts';

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

const aliasSorts = ['createdAt', 'email', 'domain', 'active'] as const;
export type AliasSort = (typeof aliasSorts)[number];

interface AliasPage {
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

type ListContext = Pick<CoreContext, 'database' | 'keys'>;

/** id, domain id, local part, active, notes, Unix time of creation in seconds, id and state at the provider, target id. */
type AliasColumns = [
  string,
  string,
  string,
  boolean,
  string | null,
  number,
  string | null,
  ProviderState,
  string | null,
];

// A plain prepared statement with rows as arrays: for 10,000 aliases half of the time went into making objects of rows.
const aliasesQuery = {
  name: 'list-aliases',
  rowMode: 'array',
  text: `
    select a.id, a.domain_id, a.local_part, a.active, a.notes, date_part('epoch', a.created_at), a.improvmx_id,
      a.provider_state, l.target_id
    from aliases a left join alias_targets l on l.alias_id = a.id
    where a.user_id = $1 order by a.created_at desc, a.id, l.position`,
} as const;

/** An alias's columns, and its target ids joined by commas: of most aliases one, which costs no list. */
interface LinkedAlias {
  readonly columns: AliasColumns;
  targetIds: string;
}

/** Joins the rows of an alias, which follow one another, one for each target. */
function joinRows(rows: readonly AliasColumns[]): LinkedAlias[] {
  const aliases: LinkedAlias[] = [];
  let last: LinkedAlias | undefined;
  for (const columns of rows) {
    const targetId = columns[8] ?? '';
    if (last?.columns[0] === columns[0]) last.targetIds += `,${targetId}`;
    else aliases.push((last = { columns, targetIds: targetId }));
  }
  return aliases;
}

/** The account's targets by id, each opened once however many aliases use it. */
async function loadTargets({ database, keys }: ListContext, userId: string): Promise<Map<string, AliasTarget>> {
  const rows = await selectTargets(database.db).where('targets.userId', '=', userId).execute();
  return new Map(rows.map((row) => [row.id, openTarget(keys, row)]));
}

/** Finds targets by their joined ids. Many aliases forward to the same ones, so each such group is put together once. */
function groupTargets(targets: ReadonlyMap<string, AliasTarget>): (ids: string) => readonly AliasTarget[] {
  const groups = new Map<string, readonly AliasTarget[]>();
  return (ids) => {
    const known = groups.get(ids);
    if (known !== undefined) return known;
    const group = ids.split(',').flatMap((id) => targets.get(id) ?? []);
    groups.set(ids, group);
    return group;
  };
}

/**
 * All aliases of an account, newest first. `askerId`: who is signed in.
 * @throws AppError not_found.
 */
export async function listAliases(context: ListContext, userId: string, askerId: string): Promise<Alias[]> {
  checkOwner(userId, askerId);
  const { db, pool } = context.database;
  const { rows } = await pool.query<AliasColumns>({ ...aliasesQuery, values: [userId] });
  const domains = new Map(
    (await db.selectFrom('domains').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  );
  // Read last, so that every link finds its target.
  const findTargets = groupTargets(await loadTargets(context, userId));
  return joinRows(rows).map(({ columns, targetIds }) => {
    const [id, domainId, localPart, active, notes, createdAtS, improvmxId, providerState] = columns;
    const createdAt = new Date(Math.round(createdAtS * 1000));
    const row = { id, userId, localPart, active, notes, createdAt, improvmxId, providerState };
    return aliasView(row, domains.get(domainId) ?? '', findTargets(targetIds));
  });
}

/** An alias of this account. @throws AppError not_found, for a foreign alias as for an unknown one. */
export async function getAlias(
  db: Db,
  { keys }: { readonly keys: KeyRing },
  aliasId: string,
  userId: string,
): Promise<Alias> {
  const row = await db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['aliases.id', 'userId', 'localPart', 'active', 'notes', 'aliases.createdAt', 'name'])
    .select(['improvmxId', 'providerState'])
    .where('aliases.id', '=', aliasId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const targets = await selectTargets(db)
    .innerJoin('aliasTargets', 'aliasTargets.targetId', 'targets.id')
    .where('aliasId', '=', aliasId)
    .orderBy('position')
    .execute();
  return aliasView(
    row,
    row.name,
    targets.map((target) => openTarget(keys, target)),
  );
}

interface AliasCounts {
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
