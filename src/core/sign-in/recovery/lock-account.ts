import { revokeAllApiKeys } from '#core/api-keys/api-keys.ts';
import { endLinks } from '#core/links/secret-links.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { isMailboxProven } from '#core/sign-in/claim-unverified-email.ts';
import { endCredentials } from '#core/sign-in/recovery/programs.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type UnlockContext = Pick<TargetContext, 'keys' | 'clock' | 'random'>;
type LockContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider' | 'settings'>;

const kindsEnded = ['reset_password', 'turn_second_factor_off', 'keep_second_factor', 'offer', 'pairing'] as const;

/**
 * Locks everything: ends every session, API key and SMTP credential, links that could let anybody in, and those that pass aliases on; nothing is sent
 * as an alias until the owner unlocks it. A password counts no more where a mailed link can give a new one. Runs in the
 * caller's transaction; again, it ends what came since.
 */
export async function lockWithin(db: Db, context: LockContext, userId: string): Promise<void> {
  await lockAccount(db, userId);
  const user = await db
    .selectFrom('users')
    .select(['lockedAt', 'passwordHash', 'passwordVoid', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) return;
  if (user.lockedAt === null) await recordSecurityEvent(db, context, userId, { kind: 'locked' });
  const passwordVoid = user.passwordVoid || (user.passwordHash !== null && isMailboxProven(context.settings, user));
  const lockedAt = user.lockedAt ?? new Date(context.clock.now());
  await db.updateTable('users').set({ lockedAt, passwordVoid }).where('id', '=', userId).execute();
  await db.deleteFrom('sessions').where('userId', '=', userId).execute();
  await endLinks(db, kindsEnded, { userId });
  await revokeAllApiKeys(db, userId);
  await endCredentials(db, context, userId, []);
}

/** Locks everything of an account, for its owner. */
export function lockEverything(context: LockContext, userId: string): Promise<void> {
  return context.database.db.transaction().execute((transaction) => lockWithin(transaction, context, userId));
}

/**
 * Lets an account send again; a password that the lock made void stays so until there is a new one. False where it was not
 * locked. Runs in the caller's transaction.
 */
export async function unlockWithin(db: Db, context: UnlockContext, userId: string): Promise<boolean> {
  const unlocked = await db
    .updateTable('users')
    .set({ lockedAt: null })
    .where('id', '=', userId)
    .where('lockedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (unlocked !== undefined) await recordSecurityEvent(db, context, userId, { kind: 'unlocked' });
  return unlocked !== undefined;
}

/** The same, for its owner. */
export async function unlockAccount(context: LockContext, userId: string): Promise<void> {
  await context.database.db.transaction().execute((transaction) => unlockWithin(transaction, context, userId));
}
