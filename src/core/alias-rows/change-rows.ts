import { sql, type RawBuilder, type Updateable } from 'kysely';
import { isOneOf, type WhichAliases } from '#core/alias-rows/read-rows.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import type { Db } from '#database/database.ts';
import type { AliasesTable } from '#database/tables.ts';

/** Columns to set; those that are left out or undefined stay. */
export interface AliasColumns extends Omit<Updateable<AliasesTable>, 'lastUsedOn'> {
  readonly lastUsedOn?: Date | RawBuilder<Date> | null | undefined;
}

/**
 * Sets columns of aliases, one or many; what is left out stays. Returns the ids of those that are there. Whoever changes what the forwarding
 * provider is to hear of calls it through `changeAliases` of the provider.
 */
export async function changeAliasRows(db: Db, which: WhichAliases, columns: AliasColumns): Promise<string[]> {
  if (Object.values(columns).every((value) => value === undefined)) return [];
  const rows = await db.updateTable('aliases as a').set(columns).where(isOneOf(which)).returning('a.id').execute();
  return rows.map(({ id }) => id);
}

/** Erases aliases with all that hangs on them. Their addresses are free then, unless the caller places tombstones. */
export async function eraseAliasRows(db: NotedDb, which: WhichAliases): Promise<void> {
  await db.deleteFrom('aliases as a').where(isOneOf(which)).execute();
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
