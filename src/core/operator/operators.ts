import type { User } from '#contract/sign-in.ts';
import type { Db } from '#database/database.ts';

/** The accounts that may open the operator's page, in the order in which they were named. */
export async function listOperators(db: Db): Promise<{ readonly id: string; readonly since: Date }[]> {
  const rows = await db.selectFrom('operators').select(['userId', 'createdAt']).orderBy('createdAt').execute();
  return rows.map(({ userId: id, createdAt: since }) => ({ id, since }));
}

/** Whether an account is an operator's, and more than a password stands before it: a passkey or a second factor. */
export async function mayOperate(db: Db, { id, leavingUntil, suspension }: User): Promise<boolean> {
  if (leavingUntil !== undefined || suspension !== undefined) return false;
  const row = await db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.userId')
    .select('totpEnabledAt')
    .select(({ selectFrom }) =>
      selectFrom('passkeys')
        .select('passkeys.id')
        .whereRef('passkeys.userId', '=', 'users.id')
        .limit(1)
        .as('passkeyId'),
    )
    .where('operators.userId', '=', id)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined && (row.totpEnabledAt !== null || row.passkeyId !== null);
}
