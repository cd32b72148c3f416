import {
  type Expression,
  expressionBuilder,
  type RawBuilder,
  sql,
  type Selectable,
  type SelectQueryBuilder,
} from 'kysely';
import { AppError } from '#contract/errors.ts';
import { endedBy, timeSql } from '#core/alias-rows/alias-life.ts';
import { isGivable, isMakersRole, isOthersRole } from '#core/alias-rows/role-names.ts';
import { forwardsToOne, isHeld, takesMail } from '#core/alias-rows/standing.ts';
import type { Db } from '#database/database.ts';
import type { AliasesTable, Tables } from '#database/tables.ts';
import { splitAddress } from '#platform/addresses.ts';

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
  isLost: `(d.state = 'lost')`,
  ofDomain: `case when d.kind <> 'shared' then d.id end`,
  lastUsedDay: `to_char(a.last_used_on, 'YYYY-MM-DD')`,
};

/** Which aliases: all that is given must hold. In the place of a value stands what the statement around has, where it is SQL. */
export interface WhichAliases {
  readonly ids?: readonly string[];
  readonly id?: Expression<string | null>;
  /** Stands encrypted in bounce addresses; bigint as text. */
  readonly number?: string;
  readonly userId?: string | Expression<string | null>;
  readonly domainId?: string | Expression<string>;
  readonly domainIds?: readonly string[];
  readonly localPart?: string;
  readonly providerState?: Selectable<AliasesTable>['providerState'];
  /** A regular expression of PostgreSQL. */
  readonly nameLike?: string;
  /** With notes, or with such as a release before wrote, as they are. */
  readonly notes?: 'any' | 'unsealed';
  /** Their life is over at this time (ms). */
  readonly endedAt?: number;
  /** Its days in the bin are over at this time. */
  readonly binOver?: Date;
  /** Ids of targets, of which it has one. */
  readonly forwardsTo?: Expression<unknown>;
  /** `name@domain`, which several accounts may have had one after the other. */
  readonly address?: string;
  readonly domain?: string;
  /** Its domain is shared or proven, or is neither. */
  readonly domainHeld?: boolean;
  /** Its owner neither leaves nor is suspended. */
  readonly maySend?: true;
  readonly active?: boolean;
  /** One of its targets takes mail, or none does. */
  readonly takesMail?: boolean;
  /** It has a role's name on a domain of others, where that means this (`role-names`). */
  readonly role?: keyof typeof roles;
  /** Not deleted, in the bin, or both; left out: not deleted. */
  readonly whereabouts?: 'live' | 'binned' | 'any';
}

const places = { live: 'a.binned_at is null', binned: 'a.binned_at is not null', any: 'true' } as const;

const roles = { makers: isMakersRole('rd', 'a'), givable: isGivable('rd', 'a') } as const;

/** `first`: at most so many, in the order of their ids, or of when their days in the bin end. */
interface FirstAliases extends WhichAliases {
  readonly first?: number;
  readonly by?: 'id' | 'binEndsAt';
}

type Asked = Required<Omit<WhichAliases, 'whereabouts'>>;

/** SQL of `aliases a`, for each way to ask. */
const conditions: { readonly [Key in keyof Asked]: (value: Asked[Key]) => RawBuilder<unknown> } = {
  ids: (ids) => sql`a.id = any(${ids}::uuid[])`,
  id: (id) => sql`a.id = ${id}`,
  number: (number) => sql`a.number = ${number}`,
  userId: (userId) => sql`a.user_id = ${userId}`,
  domainId: (domainId) => sql`a.domain_id = ${domainId}`,
  domainIds: (domainIds) => sql`a.domain_id = any (${domainIds}::uuid[])`,
  localPart: (localPart) => sql`a.local_part = ${localPart}`,
  notes: (kind) =>
    sql.raw(kind === 'any' ? '(a.notes is not null or a.notes_sealed is not null)' : 'a.notes is not null'),
  endedAt: (now) => sql.raw(`${endedBy(timeSql(now))} is not null`),
  binOver: (now) => sql`a.bin_ends_at <= ${now}`,
  providerState: (state) => sql`a.provider_state = ${state}`,
  nameLike: (pattern) => sql`a.local_part ~ ${pattern}`,
  forwardsTo: (targets) => sql`a.id in (select l.alias_id from alias_targets l where l.target_id in (${targets}))`,
  domain: (name) => sql`a.domain_id in (select id from domains where name = ${name})`,
  domainHeld: (held) => sql.raw(`a.domain_id in (select d.id from domains d where ${isHeld} = ${held})`),
  maySend: () => sql.raw('a.user_id in (select id from users where leaving_at is null and suspended is null)'),
  active: (active) => sql`a.active = ${active}`,
  takesMail: (takes) => sql.raw(`${forwardsToOne(takesMail)} = ${takes}`),
  role: (role) => sql.raw(`exists (select from domains rd where rd.id = a.domain_id and ${roles[role]})`),
  address(address) {
    const { local, domain } = splitAddress(address);
    return sql`a.local_part = ${local} and a.domain_id in (select id from domains where name = ${domain})`;
  },
};

function conditionOf<Key extends keyof Asked>(which: Partial<Asked>, key: Key) {
  const value: Asked[Key] | undefined = which[key];
  return value === undefined ? [] : [conditions[key](value)];
}

/** SQL of `aliases a`. */
export function isOneOf({ whereabouts = 'live', ...asked }: WhichAliases) {
  const keys = Object.keys(asked) as (keyof Asked)[];
  const all = [sql.raw(places[whereabouts]), ...keys.flatMap((key) => conditionOf(asked, key))];
  return sql<boolean>`${sql.join(all, sql` and `)}`;
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
