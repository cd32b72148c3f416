import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { columnsOf, openRows } from '#core/alias-rows/owner-columns.ts';
import { readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { Db } from '#database/database.ts';

/** The aliases of an account whose notes have a text within them, in any case: its notes are opened for that, one by one. */
export async function searchNotes(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  userId: string,
  text: string,
): Promise<string[]> {
  const rows = await readAliasRows(db, { userId, notes: 'any', whereabouts: 'any' }, ['id', 'notes', 'notesSealed']);
  const opened = await openRows(keys, rows);
  return opened.flatMap(({ id, notes }) => (notes?.toLowerCase().includes(text) === true ? [id] : []));
}

const batch = 20;

/** Seals what a release before has written, in small steps: nobody who changes an alias waits long. */
export async function sealOpenNotes({ database, keys }: Pick<CoreContext, 'database' | 'keys'>): Promise<void> {
  const open = { notes: 'unsealed', whereabouts: 'any' } as const;
  for (;;) {
    const ids = await readAliasIds(database.db, { ...open, first: batch });
    await database.db.transaction().execute(async (transaction) => {
      // What its owner has written anew meanwhile is sealed.
      for (const { id, notes } of await readAliasRows(transaction, { ...open, ids }, ['id', 'notes'], 'update')) {
        await changeAliasRows(transaction, { ids: [id], whereabouts: 'any' }, columnsOf(keys, id, { notes }));
      }
    });
    if (ids.length < batch) return;
  }
}
