import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { MoveService } from '#contract/moves/move-names.ts';
import type { ChecklistEntry } from '#contract/moves/moves.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { aliasRows } from '#core/alias-rows/read-rows.ts';
import { openNotes } from '#core/aliases/notes.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

/** How an old address is found again, in its account alone. */
export function changeHash(keys: Pick<KeyRing, 'lookupHash'>, userId: string, address: string): Buffer {
  return keys.lookupHash('site_changes.old', `${userId} ${address.toLowerCase()}`);
}

function oldContext(id: string) {
  return { field: 'site_changes.old', rowId: id };
}

/** An address that stays behind, and the alias that takes its place. */
export interface NewChange {
  readonly service: MoveService;
  readonly aliasId: string;
  readonly old: string;
  readonly position: number;
}

/** Puts addresses on the checklist of an account, in the transaction that makes their aliases. */
export async function addChanges(
  db: Db,
  { keys, random, clock }: Pick<CoreContext, 'keys' | 'random' | 'clock'>,
  userId: string,
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const createdAt = new Date(clock.now());
  const rows = changes.map(({ service, aliasId, old, position }) => {
    const id = random.uuid();
    const oldSealed = keys.seal(oldContext(id), old);
    return { id, userId, service, aliasId, oldSealed, oldHash: changeHash(keys, userId, old), position, createdAt };
  });
  await db
    .insertInto('siteChanges')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['userId', 'oldHash']).doNothing())
    .execute();
}

function selectEntries(db: Db, userId: string) {
  return db
    .selectFrom('siteChanges')
    .innerJoin(
      aliasRows({ userId }, ['id', 'address', 'everUsed', 'notes', 'notesSealed']).as('a'),
      'a.id',
      'siteChanges.aliasId',
    )
    .select(['siteChanges.id', 'siteChanges.service', 'siteChanges.oldSealed', 'siteChanges.done'])
    .select(['a.id as aliasId', 'address', 'everUsed', 'notes', 'notesSealed'])
    .where('siteChanges.userId', '=', userId);
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

function entryOf({ keys }: Pick<CoreContext, 'keys'>, row: EntryRow): ChecklistEntry {
  const { id, service, aliasId, done, everUsed } = row;
  return {
    id,
    service,
    old: keys.open(oldContext(id), row.oldSealed).toString(),
    alias: row.address,
    aliasId,
    note: openNotes(keys, { ...row, id: aliasId }) ?? '',
    // The one bit that says whether an alias ever got mail: no log is asked.
    done: everUsed ? 'mail' : done ? 'hand' : 'no',
  };
}

/** The addresses that an account is to change at their sites, what was used most first. */
export async function listChecklist(
  context: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<ChecklistEntry[]> {
  const rows = await selectEntries(context.database.db, userId)
    .orderBy('siteChanges.position')
    .orderBy('siteChanges.id')
    .limit(moveLimits.aliasesMax)
    .execute();
  return rows.map((row) => entryOf(context, row));
}

interface OwnEntry {
  readonly entryId: string;
  readonly userId: string;
}

/** Ticks an entry, or takes the tick back. @throws AppError not_found. */
export async function tickEntry(
  context: Pick<CoreContext, 'database' | 'keys'>,
  { entryId, userId }: OwnEntry,
  done: boolean,
): Promise<ChecklistEntry> {
  const { db } = context.database;
  await db.updateTable('siteChanges').set({ done }).where('id', '=', entryId).where('userId', '=', userId).execute();
  const row = await selectEntries(db, userId)
    .where('siteChanges.id', '=', entryId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return entryOf(context, row);
}

/** Throws the checklist of an account away, but for what is still to do. */
export async function clearChecklist({ database }: Pick<CoreContext, 'database'>, userId: string): Promise<void> {
  await sql`delete from site_changes c using ${aliasRows({ whereabouts: 'any' }, ['id', 'everUsed'])} a
    where a.id = c.alias_id and c.user_id = ${userId} and (c.done or a.ever_used)`.execute(database.db);
}
