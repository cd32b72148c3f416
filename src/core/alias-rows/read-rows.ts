import {
  expressionBuilder,
  sql,
  type Expression,
  type Selectable,
  type SqlBool,
  type SelectQueryBuilder,
} from 'kysely';
import { AppError } from '#contract/errors.ts';
import { timeSql } from '#core/alias-rows/alias-life.ts';
import { isGivable, isOthersRole } from '#core/alias-rows/role-names.ts';
import {
  forwardsToOne,
  isHeld,
  standingColumns,
  standingFacts,
  takesMail,
  withStanding,
  type StandingRow,
} from '#core/alias-rows/standing.ts';
import { isOneOf, type WhichAliases } from '#core/alias-rows/which-aliases.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { CatchAll } from '#database/domains/domain-tables.ts';
import type { Db } from '#database/database.ts';
import type { AliasesTable, Tables } from '#database/tables.ts';

/** What is true of an alias by its row and that of its domain. */
export interface AliasFacts extends Selectable<AliasesTable> {
  /** `name@domain` in lower case. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
  /** The domain where accounts have it, whose names are apart from those of its other holders; null: a shared one. */
  readonly ofDomain: string | null;
  /** The account that has proven its domain; null: nobody has, or it is shared. */
  readonly domainOwnerId: string | null;
  /** It has a role's name on a domain of others that nobody there gave it (`isOthersRole`). */
  readonly othersRole: boolean;
  /** Its domain is shared, or proven by whoever has the alias there. */
  readonly domainHeld: boolean;
  /** What its domain does with mail to names that are no alias. */
  readonly domainCatchAll: CatchAll;
  readonly domainEnabled: boolean;
  /** It has a role's name on a domain of others, and could be given to the owner of the domain. */
  readonly givable: boolean;
  /** Its domain is its owner's no more. */
  readonly isLost: boolean;
  /** The day (ISO) of its last mail, where days without mail end it. */
  readonly lastUsedDay: string | null;
}

/** SQL of `aliases a` and `domains d`: facts that are no column of the alias. */
const derived: Readonly<Partial<Record<keyof AliasFacts, string>>> = {
  address: `a.local_part || '@' || d.name`,
  domain: 'd.name',
  domainOwnerId: 'd.owner_id',
  othersRole: isOthersRole('d', 'a'),
  domainHeld: isHeld,
  domainCatchAll: 'd.catch_all',
  domainEnabled: 'd.enabled',
  givable: `coalesce(${isGivable('d', 'a')}, false)`,
  isLost: `(d.state = 'lost')`,
  ofDomain: `case when d.kind <> 'shared' then d.id end`,
  lastUsedDay: `to_char(a.last_used_on, 'YYYY-MM-DD')`,
};

/** `first`: at most so many, in the order of their ids, or of when their days in the bin end. */
interface FirstAliases extends WhichAliases {
  readonly first?: number;
  readonly by?: 'id' | 'binEndsAt';
}

function columnOf<Name extends keyof AliasFacts>(name: Name) {
  const text = derived[name];
  return (text === undefined ? sql.ref(`a.${name}`) : sql.raw(text)).as(name);
}

/** Held until the caller's transaction ends: against all changes, or against being deleted and renamed alone. */
export type RowLock = 'update' | 'key share';

type AliasRows<Name extends keyof AliasFacts> = SelectQueryBuilder<
  Tables & { a: AliasesTable },
  'a',
  Pick<AliasFacts, Name>
>;

/**
 * SQL: these facts of aliases, for statements about what belongs to them: they join it, and name no table of aliases themselves. PostgreSQL
 * plans it with the statement around it, however many aliases an account has. `from`: where it is a statement by itself.
 */
export function aliasRows<Name extends keyof AliasFacts>(
  which: WhichAliases,
  names: readonly Name[],
  from: Pick<Db, 'selectFrom'> = expressionBuilder<Tables>(),
): AliasRows<Name> {
  return from
    .selectFrom('aliases as a')
    .$if(
      names.some((name) => derived[name]?.includes('d.')),
      (query) => query.innerJoin('domains as d', 'd.id', 'a.domainId'),
    )
    .select(names.map(columnOf))
    .where(isOneOf(which)) as unknown as AliasRows<Name>;
}

/** SQL for a statement with a name: the ids of those of some aliases that are not deleted, none of which is until the transaction ends. */
export function shareRows(ids: string): string {
  return `select a.id from aliases a where a.id = any (${ids}) and a.binned_at is null order by a.id for key share`;
}

/** SQL: the ids of aliases, to look for something within them. */
export function aliasIds(which: WhichAliases): AliasRows<'id'> {
  return aliasRows(which, ['id']);
}

/** These facts of aliases, in the order of their ids, in which all lock them. */
export async function readAliasRows<Name extends keyof AliasFacts>(
  db: Db,
  { first, by = 'id', ...which }: FirstAliases,
  names: readonly Name[],
  lock?: RowLock,
): Promise<Pick<AliasFacts, Name>[]> {
  const rows = await aliasRows(which, names, db)
    .orderBy(`a.${by}`)
    .$if(lock === 'update', (query) => query.forUpdate('a'))
    .$if(lock === 'key share', (query) => query.forKeyShare('a'))
    .$if(first !== undefined, (query) => query.limit(first ?? 0))
    .execute();
  return rows as unknown[] as Pick<AliasFacts, Name>[];
}

/** The ids of aliases, in their order. */
export async function readAliasIds(db: Db, which: FirstAliases, lock?: RowLock): Promise<string[]> {
  return (await readAliasRows(db, which, ['id'], lock)).map(({ id }) => id);
}

/** An alias as the account that is signed in names it. */
export interface OwnAlias {
  readonly aliasId: string;
  readonly userId: string;
}

/** These facts of an alias of this account. @throws AppError not_found, for one of somebody else as for none, and for one in the bin. */
export async function getOwnRow<Name extends keyof AliasFacts>(
  db: Db,
  { aliasId, userId }: OwnAlias,
  names: readonly Name[],
  lock?: RowLock,
): Promise<Pick<AliasFacts, Name>> {
  const [row] = await readAliasRows(db, { ids: [aliasId], userId }, names, lock);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

type OfAlias = Readonly<Record<'aliasId', string | null>>;

/** Rows about aliases with these facts of the alias that each names, in their order. Those whose alias is not one of `which` are left out. */
export async function joinAliases<Row extends OfAlias, Name extends keyof AliasFacts>(
  db: Db,
  rows: readonly Row[],
  which: Omit<WhichAliases, 'ids'>,
  names: readonly Name[],
): Promise<(Row & { readonly alias: Pick<AliasFacts, Name | 'id'> })[]> {
  const ids = [...new Set(rows.flatMap(({ aliasId }) => aliasId ?? []))];
  if (ids.length === 0) return [];
  const found = await readAliasRows(db, { ...which, ids }, [...names, 'id' as const]);
  const byId = new Map(found.map((alias) => [alias.id, alias]));
  return rows.flatMap((row) => {
    const alias = byId.get(row.aliasId ?? '');
    return alias === undefined ? [] : [{ ...row, alias }];
  });
}

/** A query of rows about aliases. */
interface RowQuery<Row> {
  where(condition: Expression<SqlBool>): { execute(): Promise<Row[]> };
}

/** As `joinAliases`, of rows that are still to be read: what is left out does not count for the limit of their query. */
export async function readJoined<Row extends OfAlias, Name extends keyof AliasFacts>(
  db: Db,
  query: RowQuery<Row>,
  which: Omit<WhichAliases, 'ids'>,
  names: readonly Name[],
) {
  const rows = await query.where(sql<boolean>`alias_id in ${aliasIds(which)}`).execute();
  return joinAliases(db, rows, which, names);
}

type StandingFact = (typeof standingFacts)[number];
type StoodRow<Name extends keyof AliasFacts> = StandingRow &
  Pick<AliasFacts, Name | 'id' | 'userId' | 'localPart'> & { readonly takesMail: boolean };

/**
 * Aliases with how they stand for mail that comes in, whatever became of their domain, and these facts of each, in the order of their names. `first`:
 * at most so many.
 */
export async function readStandings<Name extends Exclude<keyof AliasFacts, StandingFact>>(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  { first, ...which }: Omit<FirstAliases, 'by'>,
  names: readonly Name[],
) {
  const facts = sql.join(names.map((name) => sql.ref(`a.${name}`)));
  const standing = standingColumns(timeSql(clock.now()), 'receiving', 'false');
  const { rows } = await sql<StoodRow<Name>>`
    select a.id, a.user_id, a.local_part, ${facts}, ${sql.raw(standing)}, ${sql.raw(forwardsToOne(takesMail))} as takes_mail
    from ${aliasRows(which, [...standingFacts, ...names])} a
    join users u on u.id = a.user_id join domains d on d.id = a.domain_id
    order by a.local_part collate "C", a.id limit ${first ?? null}`.execute(database.db);
  return rows.map(({ takesMail: takes, ...row }) => withStanding(row, takes));
}

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

/** How many contacts aliases have. */
export async function countContacts(db: Db, which: WhichAliases): Promise<number> {
  const { rows } = await sql<{ readonly count: string }>`
    select count(*) from contacts where alias_id in ${aliasIds(which)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
