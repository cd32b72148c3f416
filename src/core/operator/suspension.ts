import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { SuspensionScope } from '#contract/sign-in.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount, suspensionReasonContext } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type SuspendContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>;

/**
 * SQL: whether the waiting delivery `d` of the account `u` (null: of nobody) is held. Mail of ours to its owner, which
 * names no alias, never is. The one place that says so.
 */
export const isHeld = `coalesce(d.alias_id is not null
  and (u.suspended = 'all' or u.suspended = 'sending' and d.recipient_sealed is not null), false)`;

/** SQL: when a held delivery is looked at again by itself: never, as it is given up before. */
export const neverDue = `d.expires_at + interval '1 day'`;

/** Holds what waits of an account and must not leave, and lets go what may. Whatever is claimed later is held then. */
async function holdWaiting(db: Db, userId: string): Promise<void> {
  await sql`
    update spool_deliveries d set state = case when held then 'held' else 'waiting' end,
      next_attempt_at = case when held then ${sql.raw(neverDue)} when d.state = 'held' then now() else next_attempt_at end
    from users u, lateral (select ${sql.raw(isHeld)} as held) s
    where u.id = ${userId} and d.user_id = u.id and d.state in ('waiting', 'held')`.execute(db);
}

/** Sets or takes away what is suspended; a forwarding provider elsewhere hears of each alias. */
async function write(
  db: Db,
  { keys, provider }: SuspendContext,
  userId: string,
  wanted: { readonly scope: SuspensionScope; readonly reason: string } | null,
): Promise<void> {
  const columns = {
    suspended: wanted?.scope ?? null,
    suspendedAt: wanted === null ? null : sql<Date>`now()`,
    suspensionReasonSealed: wanted === null ? null : keys.seal(suspensionReasonContext(userId), wanted.reason),
  };
  await provider.changeAliases(db, { userId }, () =>
    provider.changeCredentials(db, { userId }, () =>
      db.updateTable('users').set(columns).where('id', '=', userId).execute(),
    ),
  );
  await holdWaiting(db, userId);
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
  if (!user?.suspended) throw new AppError('not_found');
  await recordSecurityEvent(db, context, userId, { kind: 'resumed' });
  await write(db, context, userId, null);
}
