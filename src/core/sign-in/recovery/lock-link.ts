import { AppError } from '#contract/errors.ts';
import { hashSecretToken } from '#core/secret-token.ts';
import { lockWithin } from '#core/sign-in/recovery/lock-account.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type LinkContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider' | 'settings'>;

interface OpenedLink {
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly usedAt: Date | null;
  readonly lockedAt: Date | null;
}

/** A used link opens while what it locked is locked: who clicks twice is told that it is done. @throws AppError link_unusable. */
async function openLink(db: Db, { clock }: Pick<LinkContext, 'clock'>, token: string): Promise<OpenedLink> {
  const tokenHash = hashSecretToken(token);
  if (tokenHash === null) throw new AppError('link_unusable');
  const link = await db
    .selectFrom('oneTimeLinks')
    .innerJoin('users', 'users.id', 'oneTimeLinks.userId')
    .select(['userId', 'usedAt', 'lockedAt'])
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', 'lock_account')
    .where('expiresAt', '>', new Date(clock.now()))
    .executeTakeFirst();
  if (link === undefined || (link.usedAt !== null && link.lockedAt === null)) throw new AppError('link_unusable');
  return { tokenHash, ...link };
}

/** What the page behind "This was not me" shows; nothing of the account. Changes nothing. @throws AppError link_unusable. */
export async function readLockLink(context: LinkContext, token: string): Promise<{ readonly locked: boolean }> {
  const { lockedAt } = await openLink(context.database.db, context, token);
  return { locked: lockedAt !== null };
}

/** Locks the account that a mailed link warned of. Each link locks once. @throws AppError link_unusable. */
export async function lockByLink(context: LinkContext, token: string): Promise<void> {
  const { userId } = await openLink(context.database.db, context, token);
  await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    // Again: of two at once, the second finds what the first has done.
    const { tokenHash, usedAt } = await openLink(transaction, context, token);
    if (usedAt !== null) return;
    const now = new Date(context.clock.now());
    await transaction.updateTable('oneTimeLinks').set({ usedAt: now }).where('tokenHash', '=', tokenHash).execute();
    await lockWithin(transaction, context, userId);
  });
}
