import { AppError } from '#contract/errors.ts';
import { openLink, spendLink, type LinkOf } from '#core/links/secret-links.ts';
import { lockWithin } from '#core/sign-in/recovery/lock-account.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type LinkContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider' | 'settings'>;

interface OpenedLink {
  readonly link: LinkOf<'lock_account'>;
  readonly isLocked: boolean;
}

/** A used link opens while what it locked is locked: who clicks twice is told that it is done. @throws AppError link_unusable. */
async function openLockLink(db: Db, context: LinkContext, token: string): Promise<OpenedLink> {
  const link = await openLink(db, context, 'lock_account', token);
  const user = await db.selectFrom('users').select('lockedAt').where('id', '=', link.userId).executeTakeFirst();
  const isLocked = user !== undefined && user.lockedAt !== null;
  if (link.usedAt !== null && !isLocked) throw new AppError('link_unusable');
  return { link, isLocked };
}

/** What the page behind "This was not me" shows; nothing of the account. Changes nothing. @throws AppError link_unusable. */
export async function readLockLink(context: LinkContext, token: string): Promise<{ readonly locked: boolean }> {
  const { isLocked } = await openLockLink(context.database.db, context, token);
  return { locked: isLocked };
}

/** Locks the account that a mailed link warned of. Each link locks once. @throws AppError link_unusable. */
export async function lockByLink(context: LinkContext, token: string): Promise<void> {
  const { link } = await openLockLink(context.database.db, context, token);
  const { userId } = link;
  await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    // Again: of two at once, the second finds what the first has done.
    const { link: now } = await openLockLink(transaction, context, token);
    if (now.usedAt !== null) return;
    await spendLink(transaction, context, now);
    await lockWithin(transaction, context, userId);
  });
}
