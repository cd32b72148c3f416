import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { MoveService } from '#contract/moves/move-names.ts';
import type { ChecklistEntry } from '#contract/moves/moves.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { eraseHanging } from '#core/alias-rows/change-rows.ts';
import { readJoined } from '#core/alias-rows/read-rows.ts';
import { openRow } from '#core/alias-rows/owner-columns.ts';
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

/** Those of some addresses that are on the checklist of an account. */
export async function findChanged(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  userId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const hashes = addresses.map((address) => changeHash(keys, userId, address));
  const found = db.selectFrom('siteChanges').select('oldHash').where('userId', '=', userId);
  const rows = await found.where('oldHash', 'in', hashes).execute();
  const known = new Set(rows.map(({ oldHash }) => oldHash.toString('base64')));
  return new Set(addresses.filter((_, index) => known.has(hashes[index]?.toString('base64') ?? '')));
}

function selectEntries(db: Db, userId: string) {
  return db
    .selectFrom('siteChanges')
    .select(['id', 'aliasId', 'service', 'oldSealed', 'done'])
    .where('userId', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .limit(moveLimits.aliasesMax);
}

/** Entries as their account sees them: those whose alias is not deleted. */
async function openEntries(
  { keys }: Pick<CoreContext, 'keys'>,
  db: Db,
  userId: string,
  entries: ReturnType<typeof selectEntries>,
): Promise<ChecklistEntry[]> {
  const joined = await readJoined(db, entries, { userId }, ['address', 'everUsed', 'notes', 'notesSealed']);
  return joined.map(({ id, service, oldSealed, done, alias }) => ({
    id,
    service,
    old: keys.open(oldContext(id), oldSealed).toString(),
    alias: alias.address,
    aliasId: alias.id,
    note: openRow(keys, alias).notes ?? '',
    // The one bit that says whether an alias ever got mail: no log is asked.
    done: alias.everUsed ? 'mail' : done ? 'hand' : 'no',
  }));
}

/** The addresses that an account is to change at their sites, what was used most first. */
export async function listChecklist(
  context: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<ChecklistEntry[]> {
  const { db } = context.database;
  return openEntries(context, db, userId, selectEntries(db, userId));
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
  const [entry] = await openEntries(context, db, userId, selectEntries(db, userId).where('id', '=', entryId));
  if (entry === undefined) throw new AppError('not_found');
  return entry;
}

/** Throws the checklist of an account away, but for what is still to do. */
export async function clearChecklist(
  { database: { db } }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<void> {
  await db.deleteFrom('siteChanges').where('userId', '=', userId).where('done', '=', true).execute();
  await eraseHanging(db, 'site_changes', { everUsed: true, whereabouts: 'any' }, sql`user_id = ${userId}`);
}
