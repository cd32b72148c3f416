import { sql, type AliasedExpression, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { OwnTextName } from '#contract/aliases/own-fields.ts';
import { aliasIds } from '#core/alias-rows/read-rows.ts';
import { isOneOf, type WhichAliases } from '#core/alias-rows/which-aliases.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import type { Db } from '#database/database.ts';
import type { AliasesTable } from '#database/tables.ts';

type Sealed = `${OwnTextName}Sealed`;
type Computed = 'lastUsedOn' | 'expectedSenders' | 'binnedAt' | 'binEndsAt' | Sealed;

/** Columns to set; those that are left out or undefined stay. */
export interface AliasColumns
  extends
    Omit<Updateable<AliasesTable>, Computed>,
    Readonly<Partial<Record<Sealed, Buffer | RawBuilder<Buffer> | null>>> {
  readonly lastUsedOn?: Date | RawBuilder<Date> | null | undefined;
  readonly expectedSenders?: RawBuilder<Buffer>;
  readonly binnedAt?: Date | RawBuilder<Date> | null | undefined;
  readonly binEndsAt?: Date | RawBuilder<Date> | null | undefined;
}

/**
 * Sets columns of aliases, one or many; what is left out stays. Returns the ids of those that are there. Whoever changes what the forwarding
 * provider is to hear of calls it through `changeAliases` of the provider. `from`: rows that tell which and what, each of one alias.
 */
export async function changeAliasRows(
  db: Db,
  which: WhichAliases,
  columns: AliasColumns,
  from?: AliasedExpression<object, string>,
): Promise<string[]> {
  if (Object.values(columns).every((value) => value === undefined)) return [];
  const change = db.updateTable('aliases as a').set(columns).where(isOneOf(which)).returning('a.id');
  const rows = await (from === undefined ? change : change.from(from)).execute();
  return rows.map(({ id }) => id);
}

/** Erases aliases with all that hangs on them. Their addresses are free then, unless the caller places tombstones. */
export async function eraseAliasRows(db: NotedDb, which: WhichAliases): Promise<void> {
  await db.deleteFrom('aliases as a').where(isOneOf(which)).execute();
}

/** Erases what of a table hangs on aliases, by one statement: what is noted meanwhile goes, too. `of`: which of it. Returns how much it was. */
export async function eraseHanging(
  db: Db,
  table: 'alias_days' | 'alias_refusals' | 'held_mail' | 'site_changes' | 'smtp_credentials',
  which: WhichAliases,
  of = sql<boolean>`true`,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where alias_id in ${aliasIds(which)} and ${of}`.execute(db);
  return Number(numAffectedRows);
}

/** Erases what accounts have in a table, `of` which it is, by one statement; but nothing of an account that has one of these aliases. */
export async function eraseOfIdle(
  db: Db,
  table: 'site_changes',
  busy: Omit<WhichAliases, 'userId'>,
  of: RawBuilder<boolean>,
): Promise<void> {
  const userId = sql.ref<string>(`${table}.user_id`);
  await sql`
    delete from ${sql.table(table)} where ${of} and not exists ${aliasIds({ ...busy, userId })}`.execute(db);
}

/** What is left out is as with an alias whose owner said nothing. */
interface NewAliasRow extends AliasColumns {
  readonly id: string;
  readonly userId: string;
  readonly domainId: string;
  readonly localPart: string;
  readonly createdAt: Date;
}

/**
 * Claims a name. Undefined where it is taken, or the account gone or waiting for the operator: no mail comes for it. Shares
 * the account before it claims the address: whoever changes an account holds it first, so that the two never wait for each other.
 */
export async function insertAliasRow(db: NotedDb, row: NewAliasRow): Promise<Selectable<AliasesTable> | undefined> {
  const columns = Object.entries({ ...row, everUsed: false }).filter(([, value]) => value !== undefined);
  const { rows } = await sql<Selectable<AliasesTable>>`
    insert into aliases (${sql.join(columns.map(([name]) => sql.ref(name)))})
    select ${sql.join(columns.map(([, value]) => value))}
    from users where id = ${row.userId} and waiting_since is null for key share
    on conflict (local_part, domain_id) do nothing returning *`.execute(db);
  return rows[0];
}

/** An alias that another account gets by its name alone. */
export interface PassedAlias {
  readonly id: string;
  readonly localPart: string;
  readonly domainId: string;
  readonly everUsed: boolean;
}

export async function insertAliasRows(
  db: NotedDb,
  userId: string,
  rows: readonly PassedAlias[],
  createdAt: Date,
): Promise<void> {
  await sql`
    insert into aliases (id, user_id, domain_id, local_part, ever_used, created_at)
    select id, ${userId}::uuid, domain_id, local_part, ever_used, ${createdAt}
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ domainId }) => domainId)}::uuid[],
      ${rows.map(({ localPart }) => localPart)}::text[], ${rows.map(({ everUsed }) => everUsed)}::boolean[])
      as passed (id, domain_id, local_part, ever_used)`.execute(db);
}
