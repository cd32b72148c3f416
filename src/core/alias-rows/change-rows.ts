import { sql, type RawBuilder, type Updateable } from 'kysely';
import { isOneOf, type WhichAliases } from '#core/alias-rows/read-rows.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import type { Db } from '#database/database.ts';
import type { AliasesTable } from '#database/tables.ts';

/** Columns to set; those that are left out or undefined stay. */
export interface AliasColumns extends Omit<Updateable<AliasesTable>, 'lastUsedOn' | 'expectedSenders'> {
  readonly lastUsedOn?: Date | RawBuilder<Date> | null | undefined;
  readonly expectedSenders?: RawBuilder<Buffer>;
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

interface NewAliasRow {
  readonly id: string;
  readonly userId: string;
  readonly domainId: string;
  readonly localPart: string;
  readonly notesSealed: Buffer | null;
  readonly createdAt: Date;
  /** When it ends, as `readLife` reads it. */
  readonly life: Pick<AliasColumns, 'expiresAt' | 'maxMessages' | 'messagesLeft' | 'idleDays' | 'lastUsedOn'>;
  readonly copyReplies: boolean;
}

const settingColumns = ['expiresAt', 'maxMessages', 'messagesLeft', 'idleDays', 'lastUsedOn', 'copyReplies'] as const;
/**
 * Claims a name. Undefined where it is taken, or the account gone or waiting for the operator: no mail comes for it. Shares
 * the account before it claims the address: whoever changes an account holds it first, so that the two never wait for each other.
 */
export function insertAliasRow(
  db: NotedDb,
  { id, userId, domainId, localPart, notesSealed, createdAt, life, copyReplies }: NewAliasRow,
) {
  return db
    .insertInto('aliases')
    .columns(['id', 'userId', 'domainId', 'localPart', 'notesSealed', 'everUsed', 'createdAt', ...settingColumns])
    .expression(({ selectFrom }) =>
      selectFrom('users')
        .select([
          sql<string>`${id}::uuid`.as('id'),
          'users.id as userId',
          sql<string>`${domainId}::uuid`.as('domainId'),
          sql<string>`${localPart}`.as('localPart'),
          sql<Buffer | null>`${notesSealed}::bytea`.as('notesSealed'),
          sql<boolean>`false`.as('everUsed'),
          sql<Date>`${createdAt}::timestamptz`.as('createdAt'),
          sql<Date | null>`${life.expiresAt ?? null}::timestamptz`.as('expiresAt'),
          sql<number | null>`${life.maxMessages ?? null}::integer`.as('maxMessages'),
          sql<number | null>`${life.messagesLeft ?? null}::integer`.as('messagesLeft'),
          sql<number | null>`${life.idleDays ?? null}::integer`.as('idleDays'),
          sql<Date | null>`${life.lastUsedOn ?? null}::date`.as('lastUsedOn'),
          sql<boolean>`${copyReplies}::boolean`.as('copyReplies'),
        ])
        .where('users.id', '=', userId)
        .where('users.waitingSince', 'is', null)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.columns(['localPart', 'domainId']).doNothing())
    .returning([
      'id',
      'userId',
      'localPart',
      'active',
      'pinned',
      'createdAt',
      'improvmxId',
      'providerState',
      'binnedAt',
      'expiresAt',
      'maxMessages',
      'messagesLeft',
      'idleDays',
      'copyReplies',
    ])
    .executeTakeFirst();
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
