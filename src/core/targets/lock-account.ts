import type { Db } from '#database/database.ts';

/**
 * Holds an account until the caller's transaction ends; does nothing when it is gone. Whatever may remove a target
 * does this first: inserting an alias takes a share of this lock (its foreign key), so that no target vanishes from
 * under a link on its way in.
 */
export async function lockAccount(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}
