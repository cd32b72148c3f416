import type { User } from '#contract/sign-in.ts';
import { factorColumns, hasSecondFactor } from '#core/sign-in/second-factor/codes.ts';
import type { Db } from '#database/database.ts';

/** The accounts that may open the operator's page, in the order in which they were named. */
export async function listOperators(db: Db): Promise<{ readonly id: string; readonly since: Date }[]> {
  const rows = await db.selectFrom('operators').select(['userId', 'createdAt']).orderBy('createdAt').execute();
  return rows.map(({ userId: id, createdAt: since }) => ({ id, since }));
}

/**
 * Whether an account is an operator's, and whoever is signed in had to prove more than a password: the session began with a passkey,
 * or a second factor follows the password.
 */
export async function mayOperate(db: Db, user: User): Promise<boolean> {
  const { id, authMethod, leavingUntil, suspension, waitingSince } = user;
  if ((leavingUntil ?? suspension ?? waitingSince) !== undefined) return false;
  const row = await db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.userId')
    .select(factorColumns)
    .where('operators.userId', '=', id)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined && (authMethod === 'passkey' || hasSecondFactor(row));
}
