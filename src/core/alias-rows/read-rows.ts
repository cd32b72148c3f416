import { sql, type Selectable } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#database/database.ts';
import type { AliasesTable } from '#database/tables.ts';
import { splitAddress } from '#platform/addresses.ts';

/** What is true of an alias by its row and that of its domain. */
export interface AliasFacts extends Selectable<AliasesTable> {
  /** `name@domain` in lower case. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
  /** The domain where accounts have it, whose names are apart from those of its other holders; null: a shared one. */
  readonly ofDomain: string | null;
  /** The day (ISO) of its last mail, where days without mail end it. */
  readonly lastUsedDay: string | null;
}

/** SQL of `aliases a` and `domains d`: facts that are no column of the alias. */
const derived: Readonly<Partial<Record<keyof AliasFacts, string>>> = {
  address: `a.local_part || '@' || d.name`,
  domain: 'd.name',
  ofDomain: `case when d.kind <> 'shared' then d.id end`,
  lastUsedDay: `to_char(a.last_used_on, 'YYYY-MM-DD')`,
};

/** Which aliases: all that is given must hold. */
export interface WhichAliases {
  readonly ids?: readonly string[];
  readonly userId?: string;
  readonly domainId?: string;
  readonly localPart?: string;
  /** `name@domain`, which several accounts may have had one after the other. */
  readonly address?: string;
  /** Not deleted, in the bin, or both; left out: not deleted. */
  readonly whereabouts?: 'live' | 'binned' | 'any';
}

const places = { live: 'a.binned_at is null', binned: 'a.binned_at is not null', any: 'true' } as const;

/** SQL of `aliases a`. */
export function isOneOf({ ids, userId, domainId, localPart, address, whereabouts = 'live' }: WhichAliases) {
  const named = address === undefined ? null : splitAddress(address);
  const conditions = [
    sql.raw(places[whereabouts]),
    ...(ids === undefined ? [] : [sql`a.id = any(${ids}::uuid[])`]),
    ...(userId === undefined ? [] : [sql`a.user_id = ${userId}`]),
    ...(domainId === undefined ? [] : [sql`a.domain_id = ${domainId}`]),
    ...(localPart === undefined ? [] : [sql`a.local_part = ${localPart}`]),
    ...(named === null ? [] : [sql`a.local_part = ${named.local}`]),
    ...(named === null ? [] : [sql`a.domain_id in (select id from domains where name = ${named.domain})`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function columnOf<Name extends keyof AliasFacts>(name: Name) {
  const text = derived[name];
  return (text === undefined ? sql.ref(`a.${name}`) : sql.raw(text)).as(name);
}

/** Held until the caller's transaction ends: against all changes, or against being deleted and renamed alone. */
export type RowLock = 'update' | 'key share';

/** These facts of aliases, in the order of their ids, in which all lock them. */
export async function readAliasRows<Name extends keyof AliasFacts>(
  db: Db,
  which: WhichAliases,
  names: readonly Name[],
  lock?: RowLock,
): Promise<Pick<AliasFacts, Name>[]> {
  const rows = await db
    .selectFrom('aliases as a')
    .innerJoin('domains as d', 'd.id', 'a.domainId')
    .select(names.map(columnOf))
    .where(isOneOf(which))
    .orderBy('a.id')
    .$if(lock === 'update', (query) => query.forUpdate('a'))
    .$if(lock === 'key share', (query) => query.forKeyShare('a'))
    .execute();
  return rows as unknown[] as Pick<AliasFacts, Name>[];
}

/** The ids of aliases, in their order. */
export async function readAliasIds(db: Db, which: WhichAliases, lock?: RowLock): Promise<string[]> {
  return (await readAliasRows(db, which, ['id'], lock)).map(({ id }) => id);
}

/** Facts of aliases by their ids. */
export async function mapAliasRows<Name extends keyof AliasFacts>(
  db: Db,
  which: WhichAliases,
  names: readonly Name[],
): Promise<ReadonlyMap<string, Pick<AliasFacts, Name | 'id'>>> {
  const rows = await readAliasRows(db, which, [...names, 'id']);
  return new Map(rows.map((row) => [row.id, row]));
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
