import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

/** What the notes of an alias are bound to (`aliases.notes_sealed`). */
function notesContext(aliasId: string): SealContext {
  return { field: 'aliases.notes', rowId: aliasId };
}

/** The columns that hold notes; a release before wrote them as they are. */
export function notesColumns(keys: KeyRing, aliasId: string, notes: string | null) {
  return { notes: null, notesSealed: notes === null ? null : keys.seal(notesContext(aliasId), notes) };
}

interface NotesRow {
  readonly id: string;
  /** By a release before, and not sealed yet. */
  readonly notes: string | null;
  readonly notesSealed: Buffer | null;
}

export function openNotes(keys: KeyRing, { id, notes, notesSealed }: NotesRow): string | null {
  if (notes !== null || notesSealed === null) return notes;
  return keys.open(notesContext(id), notesSealed).toString();
}

/** The aliases of an account whose notes have a text within them, in any case: its notes are opened for that, one by one. */
export async function searchNotes(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  userId: string,
  text: string,
): Promise<string[]> {
  const rows = await readAliasRows(db, { userId, notes: 'any', whereabouts: 'any' }, ['id', 'notes', 'notesSealed']);
  return rows.flatMap((row) => (openNotes(keys, row)?.toLowerCase().includes(text) === true ? [row.id] : []));
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
        await changeAliasRows(transaction, { ids: [id], whereabouts: 'any' }, notesColumns(keys, id, notes));
      }
    });
    if (ids.length < batch) return;
  }
}
