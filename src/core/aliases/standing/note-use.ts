import type { Database } from '#database/database.ts';
import { inBatches } from '#database/batch.ts';
import type { Clock } from '#platform/clock.ts';

interface AliasInUse {
  readonly id: string;
  /** As it was read with the alias. */
  readonly useNoted: boolean;
}

/**
 * Remembers that a name carried mail, so that it is nobody else's for ever. Writes with the first message of an alias, and
 * with the first of a day where it ends after days without mail; never else. @throws Error when the database does not answer.
 */
export type NoteUse = (aliases: readonly AliasInUse[]) => Promise<void>;

/** Locked in order, so that two messages to the same aliases cannot deadlock. */
const statement = {
  name: 'note-use',
  text: `
    update aliases set ever_used = true, last_used_on = case when idle_days is not null then $2::date end
    where id in (
      select id from aliases where id = any ($1::uuid[]) and (not ever_used or (idle_days is not null and last_used_on < $2::date))
      order by id for no key update)`,
};

const limits = { together: 200, patienceMs: 250 };

/** First messages that come at about the same time are noted by one statement (batch). */
export function createNoteUse({ pool }: Database, clock: Clock): NoteUse {
  const note = inBatches(async (ids: readonly string[]) => {
    await pool.query({ ...statement, values: [ids, new Date(clock.now()).toISOString().slice(0, 10)] });
    return ids;
  }, limits);
  return async (aliases) => {
    await Promise.all(aliases.filter(({ useNoted }) => !useNoted).map(({ id }) => note(id)));
  };
}
