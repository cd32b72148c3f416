import { sql } from 'kysely';
import type { AliasEnd } from '#contract/alias-standing.ts';
import type { Alias, BinnedAlias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { checkOwner } from '#core/aliases/alias-input.ts';
import { openNotes, searchNotes } from '#core/aliases/notes.ts';
import { aliasView, type AliasRecord } from '#core/aliases/alias-record.ts';
import { endedBy, timeSql } from '#core/aliases/standing/alias-life.ts';
import type { CoreContext } from '#core/core-context.ts';
import { namesByAlias, readLabelled } from '#core/labels/label-names.ts';
import { openTarget, selectTargets, type TargetRecord } from '#core/targets/target-views.ts';
import type { Db } from '#database/database.ts';

type ReadContext = Pick<CoreContext, 'database' | 'keys' | 'clock'>;
type OpenContext = Omit<ReadContext, 'database'>;

const columns = [
  'aliases.id',
  'aliases.userId',
  'aliases.localPart',
  'domains.name as domain',
  'aliases.active',
  'aliases.pinned',
  'aliases.notes',
  'aliases.notesSealed',
  'aliases.createdAt',
  'aliases.improvmxId',
  'aliases.providerState',
  'aliases.binnedAt',
  sql<string | null>`to_char(aliases.other_sender_on, 'YYYY-MM-DD')`.as('otherSenderOn'),
  'aliases.expiresAt',
  'aliases.maxMessages',
  'aliases.messagesLeft',
  'aliases.idleDays',
  'aliases.copyReplies',
] as const;

/** Of `aliases`: by what its life is over now. */
export function endedNow({ clock }: Pick<CoreContext, 'clock'>) {
  return sql<AliasEnd | null>`${sql.raw(endedBy(timeSql(clock.now()), 'aliases'))}`;
}

/** Which aliases: those that are not deleted, those in the bin, or both. */
type Whereabouts = 'live' | 'binned' | 'any';

/** Aliases of an account, in no order yet. */
function selectOwnAliases(db: Db, userId: string, whereabouts: Whereabouts = 'live') {
  return db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .where('aliases.userId', '=', userId)
    .$if(whereabouts === 'live', (query) => query.where('aliases.binnedAt', 'is', null))
    .$if(whereabouts === 'binned', (query) => query.where('aliases.binnedAt', 'is not', null));
}

/** However many: a statement takes 65,535 values, of which a list is one. */
function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

/** Adds their targets and labels to aliases of one account; each is opened once, however many of them it serves. */
async function withTargets(
  db: Db,
  { keys }: Pick<OpenContext, 'keys'>,
  rows: readonly (Omit<AliasRecord, 'targets' | 'labels'> & { readonly notesSealed: Buffer | null })[],
): Promise<AliasRecord[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const links = await selectTargets(db)
    .innerJoin('aliasTargets', 'aliasTargets.targetId', 'targets.id')
    .select('aliasTargets.aliasId')
    .where('aliasTargets.aliasId', '=', anyOf(ids))
    .orderBy('aliasTargets.position')
    .execute();
  const opened = new Map<string, TargetRecord>();
  for (const link of links) if (!opened.has(link.id)) opened.set(link.id, openTarget(keys, link));
  const byAlias = Map.groupBy(links, ({ aliasId }) => aliasId);
  const labels = namesByAlias(await readLabelled(db, { keys }, first.userId, ids));
  return rows.map(({ notesSealed, ...row }) => ({
    ...row,
    notes: openNotes(keys, { ...row, notesSealed }),
    targets: (byAlias.get(row.id) ?? []).flatMap(({ id }) => opened.get(id) ?? []),
    labels: labels.get(row.id) ?? [],
  }));
}

/** An alias of this account. @throws AppError not_found, for a foreign alias as for an unknown one. */
export async function readAlias(
  db: Db,
  context: OpenContext,
  aliasId: string,
  userId: string,
  whereabouts?: Whereabouts,
): Promise<AliasRecord> {
  const row = await selectOwnAliases(db, userId, whereabouts)
    .select([...columns, endedNow(context).as('ended')])
    .where('aliases.id', '=', aliasId)
    .executeTakeFirst();
  const [alias] = row === undefined ? [] : await withTargets(db, context, [row]);
  if (alias === undefined) throw new AppError('not_found');
  return alias;
}

/** The same as its owner sees it. @throws AppError not_found. */
export async function getAlias(...asked: Parameters<typeof readAlias>): Promise<Alias> {
  return aliasView(await readAlias(...asked));
}

/** Those aliases of this account that are among the ids, as their owner sees them, newest first. */
export async function getAliases(context: ReadContext, aliasIds: readonly string[], userId: string): Promise<Alias[]> {
  const { db } = context.database;
  const rows = await selectOwnAliases(db, userId)
    .select([...columns, endedNow(context).as('ended')])
    .where('aliases.id', '=', anyOf(aliasIds))
    .orderBy('aliases.createdAt', 'desc')
    .orderBy('aliases.id')
    .execute();
  return (await withTargets(db, context, rows)).map(aliasView);
}

/** The aliases of an account that lie in the bin, those deleted last first. */
export async function readBinnedAliases(context: ReadContext, userId: string, askerId: string): Promise<BinnedAlias[]> {
  checkOwner(userId, askerId);
  const { db } = context.database;
  const rows = await selectOwnAliases(db, userId, 'binned')
    .select([...columns, endedNow(context).as('ended'), 'aliases.binEndsAt'])
    .orderBy('aliases.binnedAt', 'desc')
    .orderBy('aliases.id')
    .execute();
  const ends = new Map(rows.map(({ id, binEndsAt }) => [id, binEndsAt]));
  return (await withTargets(db, context, rows)).map((record) => ({
    ...aliasView(record),
    binnedAt: record.binnedAt?.toISOString() ?? '',
    binEndsAt: ends.get(record.id)?.toISOString() ?? '',
  }));
}

/** Which aliases of an account, and which part of them. Null: all. */
export interface AliasQuery {
  readonly whereabouts: Whereabouts;
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
function matches(text: string, noted: readonly string[]) {
  return sql<boolean>`(strpos(local_part || '@' || name, ${text}) > 0 or aliases.id = ${anyOf(noted)})`;
}

type OwnAliases = ReturnType<typeof selectOwnAliases>;

/** `noted`: the aliases whose notes hold what is searched. */
function filter(
  query: OwnAliases,
  { active, pinned, search, targetId }: AliasQuery,
  noted: readonly string[],
): OwnAliases {
  let filtered = query;
  if (active !== null) filtered = filtered.where('aliases.active', '=', active);
  if (pinned !== null) filtered = filtered.where('aliases.pinned', '=', pinned);
  if (search !== null) filtered = filtered.where(matches(search.toLowerCase(), noted));
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
export async function readAliasPage(context: ReadContext, userId: string, query: AliasQuery): Promise<AliasPage> {
  const { db } = context.database;
  const { search, whereabouts } = query;
  const noted = search === null ? [] : await searchNotes(db, context, userId, search.toLowerCase());
  const found = filter(selectOwnAliases(db, userId, whereabouts), query, noted);
  const { count } = await found.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const order = query.descending ? 'desc' : 'asc';
  const rows = await sortColumns[query.sort]
    .reduce(
      (sorted, column) => sorted.orderBy(column, order),
      found.select([...columns, endedNow(context).as('ended')]),
    )
    .orderBy('aliases.id')
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute();
  return { aliases: await withTargets(db, context, rows), total: Number(count) };
}

interface AliasCounts {
  /** Not deleted. */
  readonly all: number;
  readonly active: number;
  readonly pinned: number;
  readonly binned: number;
}

/** How many aliases an account has. */
export function countAliases({ database }: Pick<CoreContext, 'database'>, userId: string): Promise<AliasCounts> {
  return database.db
    .selectFrom('aliases')
    .select([
      sql<number>`(count(*) filter (where binned_at is null))::int`.as('all'),
      sql<number>`(count(*) filter (where active and binned_at is null))::int`.as('active'),
      sql<number>`(count(*) filter (where pinned and binned_at is null))::int`.as('pinned'),
      sql<number>`(count(*) filter (where binned_at is not null))::int`.as('binned'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
}
