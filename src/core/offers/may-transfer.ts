import { AppError } from '#contract/errors.ts';
import type { Db } from '#database/database.ts';

/**
 * Whether something may pass between accounts now, both of them held by the caller: not while one is locked, suspended, waiting for
 * the operator, leaving or gone. @throws AppError offer_stopped.
 */
export async function checkMayTransfer(db: Db, userIds: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['lockedAt', 'suspended', 'waitingSince', 'leavingAt'])
    .where('id', 'in', userIds)
    .execute();
  const isFree = rows.every((row) => Object.values(row).every((value) => value === null));
  if (rows.length < userIds.length || !isFree) throw new AppError('offer_stopped');
}
