import { AppError } from '#contract/errors.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { leavingUntil, lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type LeaveContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>;

/**
 * Makes all aliases and SMTP credentials of an account unknown, or known again: what they are follows from `leaving_at`,
 * and a forwarding provider elsewhere hears of each. Whoever erases the account waits, or comes first.
 * @throws AppError not_signed_in when it is gone, or its time to come back is over; account_suspended.
 */
async function setLeaving(db: Db, context: LeaveContext, userId: string, leavingAt: Date | null): Promise<void> {
  const { clock, provider } = context;
  await lockAccount(db, userId);
  const user = await db
    .selectFrom('users')
    .select(['leavingAt', 'suspended'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw new AppError('not_signed_in');
  // Asked for twice.
  if ((user.leavingAt === null) === (leavingAt === null)) return;
  if (user.leavingAt !== null && leavingUntil(user.leavingAt).getTime() <= clock.now())
    throw new AppError('not_signed_in');
  if (leavingAt === null && user.suspended === 'all') throw new AppError('account_suspended');
  if (leavingAt !== null) await recordSecurityEvent(db, context, userId, { kind: 'deletion_begun' });
  await provider.changeAliases(db, { userId }, () =>
    provider.changeCredentials(db, { userId }, () =>
      db.updateTable('users').set({ leavingAt }).where('id', '=', userId).execute(),
    ),
  );
}

/**
 * Begins the deletion of an account. From now on its aliases, SMTP credentials and API keys are as good as unknown, and
 * its sessions have ended. What it has stays for its owner to come back to, mail that waits included, until housekeeping
 * erases it seven days later.
 * @throws AppError not_signed_in when it is gone.
 */
export function leaveAccount(context: LeaveContext, userId: string): Promise<void> {
  return context.database.db.transaction().execute((transaction) => leaveWithin(transaction, context, userId));
}

/** The same in the caller's transaction. */
export async function leaveWithin(db: Db, context: LeaveContext, userId: string): Promise<void> {
  await setLeaving(db, context, userId, new Date(context.clock.now()));
  await db.deleteFrom('sessions').where('userId', '=', userId).execute();
}

/** Takes that back: all is as it was but for the sessions. @throws AppError account_suspended, not_signed_in when it is too late. */
export async function restoreAccount(context: LeaveContext, userId: string): Promise<void> {
  await context.database.db.transaction().execute((transaction) => setLeaving(transaction, context, userId, null));
}
