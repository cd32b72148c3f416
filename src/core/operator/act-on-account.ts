import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { SuspensionScope } from '#contract/sign-in.ts';
import { leaveWithin } from '#core/accounts/leave-account.ts';
import { issueLink } from '#core/links/secret-links.ts';
import { recordAct } from '#core/operator-journal.ts';
import type { OperatorContext, OperatorName } from '#core/operator/operator-context.ts';
import { resumeAccount, suspendAccount } from '#core/operator/suspension.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { forgetWrongCodes, isLocked } from '#core/sign-in/second-factor/try-code.ts';
import { unlockWithin } from '#core/sign-in/recovery/lock-account.ts';
import { isMailboxProven } from '#core/sign-in/claim-unverified-email.ts';
import { lockAccount } from '#core/user-row.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** Who acts on which account. */
export interface Act {
  readonly by: OperatorName;
  /** Its id. */
  readonly account: string;
}

/** Suspends an account, for the reason that its owner reads. @throws AppError not_found. */
export function suspend(
  context: OperatorContext,
  { by, account }: Act,
  wanted: { readonly scope: SuspensionScope; readonly reason: string },
): Promise<void> {
  const entry = { by, act: 'account_suspended', account, ...wanted } as const;
  return recordAct(context, entry, (db) => suspendAccount(db, context, account, wanted));
}

/** Ends that. @throws AppError not_found where nothing is suspended. */
export function resume(context: OperatorContext, { by, account }: Act): Promise<void> {
  return recordAct(context, { by, act: 'account_resumed', account }, (db) => resumeAccount(db, context, account));
}

/**
 * Begins the deletion of an account: all its mail is suspended, it leaves like one whose owner deleted it, and is erased
 * seven days later; until then it can be resumed, and its owner come back. @throws AppError not_found.
 */
export function deleteAccount(context: OperatorContext, { by, account }: Act, reason: string): Promise<void> {
  return recordAct(context, { by, act: 'account_deleted', account, reason }, async (db) => {
    await suspendAccount(db, context, account, { scope: 'all', reason });
    await leaveWithin(db, context, account);
  });
}

const hourMs = 60 * 60 * 1000;

/** A link by which its holder may choose a new password, and from when on. */
interface RecoveryLink {
  readonly url: string;
  readonly worksAt: Date;
  readonly expiresAt: Date;
}

/**
 * Makes a link for an owner who cannot get in any more. Every confirmed inbox of the account is told at once, and can lock
 * it, which ends the link; so it works only after 72 hours. A second factor stays.
 * @throws AppError not_found; password_missing where no proven email is there to sign in by.
 */
export function makeRecoveryLink(context: OperatorContext, { by, account }: Act): Promise<RecoveryLink> {
  const { clock, settings } = context;
  return recordAct(context, { by, act: 'recovery_link_made', account }, async (db) => {
    await lockAccount(db, account);
    const user = await db
      .selectFrom('users')
      .select(['emailHash', 'emailVerifiedAt'])
      .where('id', '=', account)
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    if (user.emailHash === null || !isMailboxProven(settings, user)) throw new AppError('password_missing');
    await recordSecurityEvent(db, context, account, { kind: 'recovery_link_made' });
    const worksAt = new Date(clock.now() + limits.recoveryWaitHours * hourMs);
    const expiresAt = new Date(worksAt.getTime() + limits.recoveryLinkDays * 24 * hourMs);
    const { path } = await issueLink(db, context, 'reset_password', { userId: account, worksAt, expiresAt });
    return { url: `${settings.publicUrl}${path}`, worksAt, expiresAt };
  });
}

/** Sets how many aliases an account may have; null: as many as the settings say. Those it has stay. @throws AppError not_found. */
export function setQuota(context: OperatorContext, { by, account }: Act, aliases: number | null): Promise<void> {
  return recordAct(context, { by, act: 'quota_set', account, aliases }, async (db) => {
    await db
      .updateTable('users')
      .set({ aliasQuota: aliases })
      .where('id', '=', account)
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
  });
}

/**
 * Ends what keeps an owner out: the lock of everything, and wrong codes of the second factor that were counted. Passwords,
 * sessions and keys that a lock ended stay so. Its inboxes are told. @throws AppError not_found where nothing is locked.
 */
export async function unlock(context: OperatorContext, { by, account }: Act): Promise<void> {
  const locked = await isLocked(context, account);
  await recordAct(context, { by, act: 'account_unlocked', account }, async (db) => {
    if (await unlockWithin(db, context, account)) return;
    if (!locked) throw new AppError('not_found', { message: exactErrors.notLocked });
    await recordSecurityEvent(db, context, account, { kind: 'unlocked' });
  });
  await forgetWrongCodes(context, account);
}

/** Ends all sessions of an account, or of all accounts, those of operators with them. How many there were. @throws AppError not_found. */
export function signOut(context: OperatorContext, by: OperatorName, account: string | null): Promise<number> {
  const entry = account === null ? { act: 'all_signed_out' as const } : { act: 'account_signed_out' as const, account };
  return recordAct(context, { by, ...entry }, async (db) => {
    // First the account, then its sessions: one that is just being opened is seen or waits.
    if (account !== null) await lockAccount(db, account);
    const ended = db.deleteFrom('sessions').$if(account !== null, (some) => some.where('userId', '=', account));
    return Number((await ended.executeTakeFirst()).numDeletedRows);
  });
}

/**
 * Approves or refuses an account that waits. Approved it can do at once what others can; refused it waits until it is erased.
 * The worker tells its owner of either. @throws AppError not_found where it does not wait.
 */
export function decideAccount(
  context: OperatorContext,
  { by, account }: Act,
  decision: 'approved' | 'refused',
): Promise<void> {
  return recordAct(context, { by, act: `account_${decision}`, account }, async (db) => {
    await db
      .updateTable('users')
      .set(decision === 'approved' ? { decision, waitingSince: null } : { decision })
      .where('id', '=', account)
      .where('waitingSince', 'is not', null)
      .where('decision', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('not_found', { message: exactErrors.notWaiting }));
  });
}

/** Lets an account open the operator's page. False when it may already. @throws AppError not_found. */
export function addOperator(context: OperatorContext, { by, account }: Act): Promise<boolean> {
  return recordAct(context, { by, act: 'operator_added', account }, async (db) => {
    const added = await db
      .insertInto('operators')
      .values({ userId: account, createdAt: new Date(context.clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('userId')
      .executeTakeFirst();
    return added !== undefined;
  });
}

/** Ends that. False when it may not anyway. */
export function removeOperator(context: OperatorContext, { by, account }: Act): Promise<boolean> {
  return recordAct(context, { by, act: 'operator_removed', account }, async (db) => {
    const removed = await db
      .deleteFrom('operators')
      .where('userId', '=', account)
      .returning('userId')
      .executeTakeFirst();
    return removed !== undefined;
  });
}
