import { sql } from 'kysely';
import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import type { ProviderState } from '#contract/provider.ts';
import { checkOwner } from '#core/aliases/alias-input.ts';
import { aliasView, type AliasRecord } from '#core/aliases/alias-record.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { openTarget, selectTargets, type TargetRecord } from '#core/targets/target-views.ts';
import type { Db } from '#database/database.ts';

type ReadContext = Pick<CoreContext, 'database' | 'keys'>;

const columns = [
  'aliases.id',
  'aliases.userId',
  'aliases.localPart',
  'domains.name as domain',
  'aliases.active',
  'aliases.pinned',
  'aliases.notes',
  'aliases.createdAt',
  'aliases.improvmxId',
  'aliases.providerState',
] as const;

/** Aliases of an account, in no order yet. */
function selectOwnAliases(db: Db, userId: string) {
  return db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .where('aliases.userId', '=', userId);
}

/** Adds their targets to aliases; each target is opened once, however many of them it serves. */
async function withTargets(
  db: Db,
  keys: KeyRing,
  rows: readonly Omit<AliasRecord, 'targets'>[],
): Promise<AliasRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const links = await selectTargets(db)
    .innerJoin('aliasTargets', 'aliasTargets.targetId', 'targets.id')
    .select('aliasTargets.aliasId')
    .where('aliasTargets.aliasId', 'in', ids)
    .orderBy('aliasTargets.position')
    .execute();
  const opened = new Map<string, TargetRecord>();
  for (const link of links) if (!opened.has(link.id)) opened.set(link.id, openTarget(keys, link));
  const byAlias = Map.groupBy(links, ({ aliasId }) => aliasId);
  return rows.map((row) => ({
    ...row,
    targets: (byAlias.get(row.id) ?? []).flatMap(({ id }) => opened.get(id) ?? []),
  }));
}

/** An alias of this account. @throws AppError not_found, for a foreign alias as for an unknown one. */
export async function readAlias(
  db: Db,
  { keys }: { readonly keys: KeyRing },
  aliasId: string,
  userId: string,
): Promise<AliasRecord> {
  const row = await selectOwnAliases(db, userId).select(columns).where('aliases.id', '=', aliasId).executeTakeFirst();
  const [alias] = row === undefined ? [] : await withTargets(db, keys, [row]);
  if (alias === undefined) throw new AppError('not_found');
  return alias;
}

/** The same as its owner sees it. @throws AppError not_found. */
export async function getAlias(...asked: Parameters<typeof readAlias>): Promise<Alias> {
  return aliasView(await readAlias(...asked));
}

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

const sortColumns = {
  createdAt: ['aliases.createdAt'],
  email: ['aliases.localPart', 'domains.name'],
  domain: ['domains.name', 'aliases.localPart'],
  active: ['aliases.active', 'aliases.localPart'],
} as const;
export type AliasSort = keyof typeof sortColumns;

/** `strpos`, as it takes a text as it is. An account's aliases are few enough to be looked through. */
function matches(search: string) {
  const text = search.toLowerCase();
  return sql<boolean>`(strpos(local_part || '@' || name, ${text}) > 0 or strpos(lower(notes), ${text}) > 0)`;
}

type OwnAliases = ReturnType<typeof selectOwnAliases>;

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

interface AliasPage {
  readonly aliases: readonly AliasRecord[];
  /** Of all pages. */
  readonly total: number;
}

/** One page of an account's aliases. */
export async function readAliasPage(
  { database: { db }, keys }: ReadContext,
  userId: string,
  query: AliasQuery,
): Promise<AliasPage> {
  const found = filter(selectOwnAliases(db, userId), query);
  const { count } = await found.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const order = query.descending ? 'desc' : 'asc';
  const rows = await sortColumns[query.sort]
    .reduce((sorted, column) => sorted.orderBy(column, order), found.select(columns))
    .orderBy('aliases.id')
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute();
  return { aliases: await withTargets(db, keys, rows), total: Number(count) };
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

/** As `listQuery` gives them; the time of creation as Unix time in seconds. */
type ListColumns = [
  id: string,
  domainId: string,
  localPart: string,
  active: boolean,
  pinned: boolean,
  notes: string | null,
  createdAtS: number,
  improvmxId: string | null,
  providerState: ProviderState,
  targetId: string | null,
];

// A plain prepared statement with rows as arrays: for 10,000 aliases half of the time went into making objects of rows.
const listQuery = {
  name: 'list-aliases',
  rowMode: 'array',
  text: `
    select a.id, a.domain_id, a.local_part, a.active, a.pinned, a.notes, date_part('epoch', a.created_at),
      a.improvmx_id, a.provider_state, l.target_id
    from aliases a left join alias_targets l on l.alias_id = a.id
    where a.user_id = $1 order by a.created_at desc, a.id, l.position`,
} as const;

/** An alias's columns, and its target ids joined by commas: of most aliases one, which costs no list. */
interface LinkedAlias {
  readonly columns: ListColumns;
  targetIds: string;
}

/** Joins the rows of an alias, which follow one another, one for each target. */
function joinRows(rows: readonly ListColumns[]): LinkedAlias[] {
  const aliases: LinkedAlias[] = [];
  let last: LinkedAlias | undefined;
  for (const row of rows) {
    const targetId = row[9] ?? '';
    if (last?.columns[0] === row[0]) last.targetIds += `,${targetId}`;
    else aliases.push((last = { columns: row, targetIds: targetId }));
  }
  return aliases;
}

/** Finds targets by their joined ids. Many aliases forward to the same ones, so each such group is put together once. */
function groupTargets(targets: ReadonlyMap<string, TargetRecord>): (ids: string) => readonly TargetRecord[] {
  const groups = new Map<string, readonly TargetRecord[]>();
  return (ids) => {
    const known = groups.get(ids);
    if (known !== undefined) return known;
    const group = ids.split(',').flatMap((id) => targets.get(id) ?? []);
    groups.set(ids, group);
    return group;
  };
}

/** All aliases of an account, newest first. */
export async function readAliases({ database, keys }: ReadContext, userId: string): Promise<AliasRecord[]> {
  const { db, pool } = database;
  const { rows } = await pool.query<ListColumns>({ ...listQuery, values: [userId] });
  const domains = new Map(
    (await db.selectFrom('domains').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  );
  // Read last, so that every link finds its target; each is opened once however many aliases use it.
  const targets = await selectTargets(db).where('targets.userId', '=', userId).execute();
  const findTargets = groupTargets(new Map(targets.map((row) => [row.id, openTarget(keys, row)])));
  return joinRows(rows).map(({ columns: row, targetIds }) => {
    const [id, domainId, localPart, active, pinned, notes, createdAtS, improvmxId, providerState] = row;
    const createdAt = new Date(Math.round(createdAtS * 1000));
    const domain = domains.get(domainId) ?? '';
    const found = findTargets(targetIds);
    return {
      id,
      userId,
      localPart,
      domain,
      active,
      pinned,
      notes,
      createdAt,
      improvmxId,
      providerState,
      targets: found,
    };
  });
}

/** The same as their owner sees them. `askerId`: who is signed in. @throws AppError not_found. */
export async function listAliases(context: ReadContext, userId: string, askerId: string): Promise<Alias[]> {
  checkOwner(userId, askerId);
  return (await readAliases(context, userId)).map(aliasView);
}
