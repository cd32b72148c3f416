import { endLinks } from '#core/links/secret-links.ts';
import { removeUser } from '#core/accounts/account.ts';
import { revokeAllApiKeys } from '#core/api-keys/api-keys.ts';
import type { TargetContext, TargetSettings } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/**
 * Frees an email for somebody who has just proved the mailbox. An account that never proved it loses the email
 * with its password, and its sessions and API keys end; with no other way in it is erased with all its
 * data, so that nobody can prepare an account for its victim. Runs in the caller's transaction, before the email is given to its owner.
 * @returns false when the holder has proved the mailbox, too, and keeps it.
 */
export async function claimUnverifiedEmail(
  db: Db,
  context: Pick<TargetContext, 'keys' | 'clock' | 'settings' | 'provider'>,
  emailHash: Buffer,
): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('emailHash', '=', emailHash).executeTakeFirst();
  if (found === undefined) return true;
  await lockAccount(db, found.id);
  const holder = await db
    .selectFrom('users')
    .select(['id', 'emailVerifiedAt', 'walletAddressHash', 'googleIdHash'])
    .select(({ selectFrom }) =>
      selectFrom('passkeys').select('passkeys.id').whereRef('userId', '=', 'users.id').limit(1).as('passkeyId'),
    )
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
  if (holder === undefined) return true;
  if (isMailboxProven(context.settings, holder)) return false;
  if (holder.walletAddressHash === null && holder.googleIdHash === null && holder.passkeyId === null) {
    await removeUser(db, context, holder.id);
    return true;
  }
  const updatedAt = new Date(context.clock.now());
  await db
    .updateTable('users')
    .set({ emailSealed: null, emailHash: null, passwordHash: null, passkeyFactorAt: null, updatedAt })
    .where('id', '=', holder.id)
    .execute();
  await db.deleteFrom('sessions').where('userId', '=', holder.id).execute();
  await revokeAllApiKeys(db, holder.id);
  await endLinks(db, 'reset_password', { userId: holder.id });
  return true;
}

/**
 * Whether an account counts as one of its mailbox's owner. A service that confirms no inboxes never gets a proof:
 * it trusts whoever registers.
 */
export function isMailboxProven(
  { targetConfirmation }: Pick<TargetSettings, 'targetConfirmation'>,
  user: { readonly emailVerifiedAt: Date | null },
): boolean {
  return user.emailVerifiedAt !== null || targetConfirmation === 'off';
}
