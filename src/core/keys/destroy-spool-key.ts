import { DatabaseError } from 'pg';
import type { Database } from '#database/database.ts';

/** SQLSTATE class 23, foreign_key_violation. */
const foreignKeyViolation = '23503';

/**
 * Destroys the spool key of a past day once no spooled message is sealed under it. A message that is being spooled at
 * this moment keeps it: the foreign key of `spool_messages` locks it. Call it only for days that ended at least a day
 * ago, so that no node whose clock is behind still spools under it.
 * @param day days since 1970-01-01.
 * @returns whether the key is gone.
 */
export async function destroySpoolKey({ db }: Database, day: number): Promise<boolean> {
  try {
    await db
      .deleteFrom('keys')
      .where('purpose', '=', 'spool')
      .where('version', '=', day)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('spoolMessages').select('id').where('keyVersion', '=', day))),
      )
      .execute();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === foreignKeyViolation)) throw error;
  }
  const left = await db
    .selectFrom('keys')
    .select('version')
    .where('purpose', '=', 'spool')
    .where('version', '=', day)
    .executeTakeFirst();
  return left === undefined;
}
