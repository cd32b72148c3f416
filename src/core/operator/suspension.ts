import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { SuspensionScope } from '#contract/sign-in.ts';
import { sortWaiting } from '#core/operator/held-mail.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount, suspensionReasonContext } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

type SuspendContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>;

/** Sets or takes away what is suspended; a forwarding provider elsewhere hears of each alias. */
async function write(
  db: Db,
  { keys, provider }: SuspendContext,
  userId: string,
  wanted: { readonly scope: SuspensionScope; readonly reason: string } | null,
): Promise<void> {
  const columns = {
    suspended: wanted?.scope ?? null,
    // Another reason for the same begins nothing anew: senders have come again for a week since it began.
    suspendedAt: wanted && sql<Date>`case when suspended = ${wanted.scope} then suspended_at else now() end`,
    suspensionReasonSealed: wanted === null ? null : keys.seal(suspensionReasonContext(userId), wanted.reason),
  };
  await provider.changeAliases(db, { userId }, () =>
    provider.changeCredentials(db, { userId }, () =>
      db.updateTable('users').set(columns).where('id', '=', userId).execute(),
    ),
  );
  await sortWaiting(db, sql`d.user_id = ${userId}`);
}

/**
 * Suspends an account: what it sends, or all of its mail, until it is resumed; again, it changes scope and reason. What
 * waits is held, and every process stops what is under way. Its owner reads why. Runs in the caller's transaction.
 * @throws AppError not_found when there is no such account.
 */
export async function suspendAccount(
  db: Db,
  context: SuspendContext,
  userId: string,
  wanted: { readonly scope: SuspensionScope; readonly reason: string },
): Promise<void> {
  await lockAccount(db, userId);
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) throw new AppError('not_found');
  await recordSecurityEvent(db, context, userId, { kind: 'suspended', scope: wanted.scope });
  await write(db, context, userId, wanted);
}

/**
 * Ends a suspension: all is as it was, and what was held goes. Runs in the caller's transaction.
 * @throws AppError not_found when there is no such account, or it is not suspended.
 */
export async function resumeAccount(db: Db, context: SuspendContext, userId: string): Promise<void> {
  await lockAccount(db, userId);
  const user = await db.selectFrom('users').select('suspended').where('id', '=', userId).executeTakeFirst();
  if (!user?.suspended) throw new AppError('not_found', { message: exactErrors.notSuspended });
  await recordSecurityEvent(db, context, userId, { kind: 'resumed' });
  await write(db, context, userId, null);
}
