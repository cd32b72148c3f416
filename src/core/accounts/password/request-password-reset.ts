import { parseEmailAddress } from '#contract/email-address.ts';
import { limits } from '#contract/limits.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { isMailboxProven } from '#core/accounts/password/is-mailbox-proven.ts';
import { passwordResetMail } from '#core/accounts/password/password-reset-mail.ts';
import { userEmailContext, userEmailHash } from '#core/accounts/user-email.ts';
import { makeSecretToken } from '#core/secret-token.ts';

const linkLifeMs = limits.resetLinkHours * 60 * 60 * 1000;

/**
 * Mails the account of an email a link to choose a new password (one hour, single use). Does nothing when there is
 * no such account or the address had enough of these mails: the caller must not tell, nor wait before it answers.
 */
export async function requestPasswordReset(context: AccountContext, email: string): Promise<void> {
  const { database, keys, clock, random, limiter, mailer, settings } = context;
  const emailHash = userEmailHash(keys, parseEmailAddress(email)?.normalised ?? email);
  if (!(await limiter.tryTake('passwordResetPerAddress', { text: emailHash.toString('hex') }))) return;
  const user = await database.db
    .selectFrom('users')
    .select(['id', 'emailSealed', 'emailVerifiedAt'])
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
  if (user === undefined || user.emailSealed === null) return;
  const { token, hash } = makeSecretToken(random);
  const now = clock.now();
  await database.db
    .insertInto('oneTimeLinks')
    .values({
      tokenHash: hash,
      purpose: 'reset_password',
      userId: user.id,
      targetId: null,
      expiresAt: new Date(now + linkLifeMs),
      usedAt: null,
      createdAt: new Date(now),
    })
    .execute();
  await mailer.send({
    recipient: keys.open(userEmailContext(user.id), user.emailSealed).toString(),
    userId: user.id,
    ...passwordResetMail(`${settings.publicUrl}/reset#${token}`, isMailboxProven(settings, user)),
  });
}
