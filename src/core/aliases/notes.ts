import { sql } from 'kysely';
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
  const rows = await db
    .selectFrom('aliases')
    .select(['id', 'notes', 'notesSealed'])
    .where('userId', '=', userId)
    .where(({ or, eb }) => or([eb('notes', 'is not', null), eb('notesSealed', 'is not', null)]))
    .execute();
  return rows.flatMap((row) => (openNotes(keys, row)?.toLowerCase().includes(text) === true ? [row.id] : []));
}

const batch = 500;

/** Seals what a release before has written, in small steps: nobody who changes an alias waits long. */
export async function sealOpenNotes({ database, keys }: Pick<CoreContext, 'database' | 'keys'>): Promise<void> {
  for (;;) {
    const sealed = await database.db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('aliases')
        .select(['id', 'notes'])
        .where('notes', 'is not', null)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = rows.map(({ id }) => id);
      const octets = rows.map(({ id, notes }) => keys.seal(notesContext(id), notes ?? ''));
      await sql`
        update aliases set notes = null, notes_sealed = given.sealed
        from unnest(${ids}::uuid[], ${octets}::bytea[]) as given (id, sealed)
        where aliases.id = given.id`.execute(transaction);
      return rows.length;
    });
    if (sealed < batch) return;
  }
}
