import { sql } from 'kysely';
import type { AliasEnd } from '#contract/alias-standing.ts';
import type { Alias, BinnedAlias, DomainFault } from '#contract/aliases.ts';
import { ownNames, ownSwitches, ownTexts } from '#contract/aliases/own-fields.ts';
import { AppError } from '#contract/errors.ts';
import { checkOwner } from '#core/aliases/alias-input.ts';
import { aliasView, type AliasRecord } from '#core/aliases/alias-record.ts';
import { endedBy, timeSql } from '#core/alias-rows/alias-life.ts';
import { columnNames, openRow, type SealedField } from '#core/alias-rows/owner-columns.ts';
import type { AliasFacts } from '#core/alias-rows/read-rows.ts';
import { isOthersRole } from '#core/alias-rows/role-names.ts';
import type { CoreContext } from '#core/core-context.ts';
import { namesByAlias, readLabelled } from '#core/labels/label-names.ts';
import { openTarget, selectTargets, type TargetRecord } from '#core/targets/target-views.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';
import { snakeCase } from '#contract/letter-case.ts';

export type ReadContext = Pick<CoreContext, 'database' | 'keys' | 'clock'>;
type OpenContext = Omit<ReadContext, 'database'>;

/** An alias with when it is erased from the bin; null: it does not lie there. */
interface OwnRecord extends AliasRecord {
  readonly binEndsAt: Date | null;
}

/** SQL: what the domain that `domains` stands for keeps from an alias that `aliases` stands for; null: nothing. */
function domainFault(domains: string, aliases: string): string {
  return `case when ${domains}.kind <> 'shared' and ${domains}.state in ('unverified', 'lost') then 'unverified'
    when ${isOthersRole(domains, aliases)} then 'role'
    when not ${domains}.enabled then 'off' end`;
}

const aliasColumns = [
  'aliases.id',
  'aliases.userId',
  'aliases.localPart',
  'domains.name as domain',
  'domains.id as domainId',
  'domains.kind as domainKind',
  sql<DomainFault | null>`${sql.raw(domainFault('domains', 'aliases'))}`.as('domainFault'),
  'aliases.active',
  'aliases.pinned',
  'aliases.createdAt',
  'aliases.improvmxId',
  'aliases.providerState',
  'aliases.binnedAt',
  'aliases.binEndsAt',
  sql<string | null>`to_char(aliases.other_sender_on, 'YYYY-MM-DD')`.as('otherSenderOn'),
  'aliases.expiresAt',
  'aliases.maxMessages',
  'aliases.messagesLeft',
  'aliases.idleDays',
  ...columnNames([...ownNames, 'fromName']).map((name) => `aliases.${name}` as const),
] as const;

/** Of `aliases`: by what its life is over now. */
export function endedNow({ clock }: Pick<CoreContext, 'clock'>) {
  return sql<AliasEnd | null>`${sql.raw(endedBy(timeSql(clock.now()), 'aliases'))}`;
}

/** Which aliases: those that are not deleted, those in the bin, or both. */
export type Whereabouts = 'live' | 'binned' | 'any';

/** Aliases of an account, in no order yet. */
function selectOwn(db: Db, { userId, whereabouts = 'live' }: OwnAliases) {
  return db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .where('aliases.userId', '=', userId)
    .$if(whereabouts === 'live', (query) => query.where('aliases.binnedAt', 'is', null))
    .$if(whereabouts === 'binned', (query) => query.where('aliases.binnedAt', 'is not', null));
}

/** Which aliases of an account are asked for. */
interface OwnAliases {
  readonly userId: string;
  readonly whereabouts?: Whereabouts | undefined;
}

type OwnQuery = ReturnType<typeof selectOwn>;
/** Which of them, by conditions over `aliases` and their `domains`. */
export type Narrow = (query: OwnQuery) => OwnQuery;

/** The ids of those aliases, in their order. */
export async function readOwnIds(db: Db, own: OwnAliases, narrow: Narrow): Promise<string[]> {
  const rows = await narrow(selectOwn(db, own)).select('aliases.id').orderBy('aliases.id').execute();
  return rows.map(({ id }) => id);
}

/** How many those are. */
export async function countOwn(db: Db, own: OwnAliases, narrow: Narrow): Promise<number> {
  const counting = narrow(selectOwn(db, own)).select(({ fn }) => fn.countAll<string>().as('count'));
  return Number((await counting.executeTakeFirstOrThrow()).count);
}

/** Those aliases with targets and labels, in the order that `narrow` puts them in, and those that are equal in it by their ids. */
export async function readOwn(db: Db, context: OpenContext, own: OwnAliases, narrow: Narrow): Promise<OwnRecord[]> {
  const rows = await narrow(selectOwn(db, own))
    .select([...aliasColumns, endedNow(context).as('ended')])
    .orderBy('aliases.id')
    .execute();
  return withTargets(db, context, rows);
}

/** An alias as its row holds it. */
type SealedRow = Omit<OwnRecord, 'targets' | 'labels' | SealedField> &
  Pick<AliasFacts, `${SealedField}Sealed` | 'notes'>;

/** Adds their targets and labels to aliases of one account; each is opened once, however many of them it serves. */
async function withTargets(
  db: Db,
  { keys }: Pick<OpenContext, 'keys'>,
  rows: readonly SealedRow[],
): Promise<OwnRecord[]> {
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
  return rows.map((row) => ({
    ...openRow(keys, row),
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
  const [alias] = await readOwn(db, context, { userId, whereabouts }, (own) => own.where('aliases.id', '=', aliasId));
  if (alias === undefined) throw new AppError('not_found');
  return alias;
}

/** The same as its owner sees it. @throws AppError not_found. */
export async function getAlias(...asked: Parameters<typeof readAlias>): Promise<Alias> {
  return aliasView(await readAlias(...asked));
}

/** Those aliases of this account that are among the ids, newest first. */
export async function readAliases(
  context: ReadContext,
  aliasIds: readonly string[],
  userId: string,
  whereabouts?: Whereabouts,
): Promise<AliasRecord[]> {
  return readOwn(context.database.db, context, { userId, whereabouts }, (own) =>
    own.where('aliases.id', '=', anyOf(aliasIds)).orderBy('aliases.createdAt', 'desc'),
  );
}

/** The same as their owner sees them. */
export async function getAliases(context: ReadContext, aliasIds: readonly string[], userId: string): Promise<Alias[]> {
  return (await readAliases(context, aliasIds, userId)).map(aliasView);
}

/** The aliases of an account that lie in the bin, those deleted last first. */
export async function readBinnedAliases(context: ReadContext, userId: string, askerId: string): Promise<BinnedAlias[]> {
  checkOwner(userId, askerId);
  const binned = await readOwn(context.database.db, context, { userId, whereabouts: 'binned' }, (own) =>
    own.orderBy('aliases.binnedAt', 'desc'),
  );
  return binned.map((record) => ({
    ...aliasView(record),
    binnedAt: record.binnedAt?.toISOString() ?? '',
    binEndsAt: record.binEndsAt?.toISOString() ?? '',
  }));
}

const switches = ownSwitches.map(snakeCase);

/** A sealed text in hexadecimal; notes that a release before wrote as they stand, in JSON; empty for none. */
function lineOf(column: string): string {
  const open = column === 'notes' ? 'to_json(notes)::text, ' : '';
  return `coalesce(${open}encode(${column}_sealed, 'hex'), '')`;
}

// Each column of all rows as one text: of 10,000 aliases as rows, half of the time went into taking them apart again.
// A line is empty for what nearly all have: on, live, known to nobody else, without an end, its switches off, its domain in order.
const columnsQuery = {
  name: 'list-aliases',
  rowMode: 'array',
  text: `
    select string_agg(id::text, E'\\n'), string_agg(local_part, E'\\n'), string_agg(name, E'\\n'),
      string_agg(to_json(created_at at time zone 'UTC')::text, E'\\n'),
      string_agg(case when active and provider_state = 'live' and improvmx_id is null and other_sender_on is null
          ${switches.map((column) => `and not ${column}`).join(' ')} and coalesce(expires_at::text, max_messages::text, idle_days::text, domain_fault) is null then ''
        else json_build_array(active, provider_state, improvmx_id, other_sender_on,
          to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          max_messages, messages_left, idle_days, ended, domain_fault, ${switches.join(', ')})::text end, E'\\n'),
      ${ownTexts.map((name) => `string_agg(${lineOf(snakeCase(name))}, E'\\n')`).join(', ')}
    from (
      select a.*, d.name, ${endedBy('$2')} as ended, ${domainFault('d', 'a')} as domain_fault from aliases a join domains d on d.id = a.domain_id
      where a.user_id = $1 and a.binned_at is null order by a.created_at desc, a.id) as own`,
} as const;

/** Each column of an account's aliases as one text, a line for each, the newest first. */
export type AliasColumns = [
  ids: string,
  names: string,
  domains: string,
  createdAt: string,
  states: string,
  ...texts: string[],
];

/** The aliases of an account that are not deleted, as text by column; null: it has none. */
export async function readColumns(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  userId: string,
): Promise<AliasColumns | null> {
  const values = [userId, new Date(clock.now())];
  const { rows } = await database.pool.query<AliasColumns | Record<number, null>>({ ...columnsQuery, values });
  const [columns] = rows;
  // An aggregate of no rows is null.
  return isFilled(columns) ? columns : null;
}

function isFilled(columns: AliasColumns | Record<number, null> | undefined): columns is AliasColumns {
  return typeof columns?.[0] === 'string';
}
