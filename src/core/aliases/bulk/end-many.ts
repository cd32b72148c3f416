import { sql } from 'kysely';
import { today } from '#core/aliases/standing/alias-life.ts';
import type { readLife } from '#core/aliases/standing/read-life.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';

// Each of these runs in the caller's transaction behind `lockAccount`, on aliases of that account, and tells what it changed.

/** Gives aliases a date to end at, or none. */
async function expireMany(db: Db, aliasIds: readonly string[], expiresAt: Date | null): Promise<AliasGroup[]> {
  const { rows } = await sql<{ id: string; expiresAt: Date | null }>`
    with former as (
      select id, expires_at from aliases
      where id = any (${aliasIds}::uuid[]) and expires_at is distinct from ${expiresAt}::timestamptz)
    update aliases set expires_at = ${expiresAt}::timestamptz from former where aliases.id = former.id
    returning aliases.id, former.expires_at`.execute(db);
  const to = expiresAt?.toISOString() ?? null;
  const byFormer = Map.groupBy(rows, (row) => row.expiresAt?.toISOString() ?? null);
  return [...byFormer].map(([from, own]) => ({ aliasIds: own.map(({ id }) => id), expiresAt: [from, to] }));
}

/** Gives aliases a number of messages to end after, counted from now on, or none. */
async function capMany(db: Db, aliasIds: readonly string[], max: number | null): Promise<AliasGroup[]> {
  const { rows } = await sql<{ id: string; maxMessages: number | null; messagesLeft: number | null }>`
    with former as (
      select id, max_messages, messages_left from aliases
      where id = any (${aliasIds}::uuid[])
        and (max_messages is distinct from ${max}::integer or messages_left is distinct from ${max}::integer))
    update aliases set max_messages = ${max}::integer, messages_left = ${max}::integer from former
    where aliases.id = former.id
    returning aliases.id, former.max_messages, former.messages_left`.execute(db);
  const byFormer = Map.groupBy(rows, ({ maxMessages, messagesLeft }) => `${maxMessages} ${messagesLeft}`);
  return [...byFormer.values()].map((own) => ({
    aliasIds: own.map(({ id }) => id),
    maxMessages: [own[0]?.maxMessages ?? null, max],
    messagesLeft: [own[0]?.messagesLeft ?? null, max],
  }));
}

/** Gives aliases days without mail to end after, counted from now on, or none. */
async function idleMany(
  db: Db,
  { clock }: Pick<TargetContext, 'clock'>,
  aliasIds: readonly string[],
  idleDays: number | null,
): Promise<AliasGroup[]> {
  const usedOn = idleDays === null ? sql<null>`null::date` : today(clock);
  const { rows } = await sql<{ id: string; idleDays: number | null }>`
    with former as (
      select id, idle_days from aliases
      where id = any (${aliasIds}::uuid[])
        and (idle_days is distinct from ${idleDays}::integer or last_used_on is distinct from ${usedOn}))
    update aliases set idle_days = ${idleDays}::integer, last_used_on = ${usedOn} from former
    where aliases.id = former.id
    returning aliases.id, former.idle_days`.execute(db);
  const byFormer = Map.groupBy(rows, (row) => row.idleDays);
  return [...byFormer].map(([from, own]) => ({ aliasIds: own.map(({ id }) => id), idleDays: [from, idleDays] }));
}

/** Gives aliases ends, as `readLife` reads them; those that are left out stay. */
export async function endMany(
  db: Db,
  context: Pick<TargetContext, 'clock'>,
  aliasIds: readonly string[],
  { expiresAt, maxMessages, idleDays }: ReturnType<typeof readLife>,
): Promise<AliasGroup[]> {
  return [
    ...(expiresAt === undefined ? [] : await expireMany(db, aliasIds, expiresAt)),
    ...(maxMessages === undefined ? [] : await capMany(db, aliasIds, maxMessages)),
    ...(idleDays === undefined ? [] : await idleMany(db, context, aliasIds, idleDays)),
  ];
}
