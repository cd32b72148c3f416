import { type EmailAddress, parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { Program } from '#contract/account.ts';
import type { ChangePasswordInput, ResetPasswordInput } from '#contract/sign-in.ts';
import { findOwnTexts } from '#core/account-language.ts';
import { confirmOwnInbox } from '#core/confirmation/confirm-target.ts';
import type { CoreContext } from '#core/core-context.ts';
import { endLinks, issueLink, linkKinds, peekLink, spendLink, type LinkOf } from '#core/links/secret-links.ts';
import { renderMail } from '#core/render-mail.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { isMailboxProven, claimUnverifiedEmail } from '#core/sign-in/claim-unverified-email.ts';
import { addProvenInbox } from '#core/sign-in/proven-inbox.ts';
import { insertEmailUser } from '#core/sign-in/register-account.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { rotateSession, type ActiveSession } from '#core/sign-in/sessions.ts';
import { factorColumns, hasSecondFactor } from '#core/sign-in/second-factor/codes.ts';
import { revokeAppCredentials, listPrograms } from '#core/sign-in/recovery/programs.ts';
import { refuseWeakPassword } from '#core/sign-in/weak-passwords.ts';
import { targetHash } from '#core/targets/target-value.ts';
import { lockAccount, userEmailContext, userEmailHash } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { accountFaultTexts } from '#messages/faults.ts';
import { exactErrors } from '#messages/server/errors.ts';

/**
 * Mails the account of an email a link to choose a new password (one hour, single use). Does nothing when there is
 * no such account or the address had enough of these mails: the caller must not tell, nor wait before it answers.
 */
export async function requestPasswordReset(context: AccountContext, email: string): Promise<void> {
  const { database, keys, limiter, mailer, settings } = context;
  const emailHash = userEmailHash(keys, parseEmailAddress(email)?.normalised ?? email);
  if (!(await limiter.tryTake('passwordResetPerAddress', { text: emailHash.toString('hex') }))) return;
  const user = await database.db
    .selectFrom('users')
    .select(['id', 'emailSealed', 'emailVerifiedAt'])
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
  if (user === undefined || user.emailSealed === null) return;
  const { path } = await issueLink(database.db, context, 'reset_password', { userId: user.id });
  const { accountMails, language } = await findOwnTexts(database.db, user.id);
  const link = `${settings.publicUrl}${path}`;
  const { lifeMs } = linkKinds.reset_password;
  await mailer.send({
    recipient: keys.open(userEmailContext(user.id), user.emailSealed).toString(),
    userId: user.id,
    ...renderMail(accountMails.resetPassword(link, lifeMs, isMailboxProven(settings, user)), language),
  });
}

/**
 * A link that changes a password, and whose; null for one that is none, or has expired.
 * @throws AppError link_unusable for one that does not work yet.
 */
async function findHolder(
  context: AccountContext,
  token: string,
): Promise<{ readonly link: LinkOf<'reset_password'>; readonly holder: Holder } | null> {
  const { db } = context.database;
  const link = await peekLink(db, context, 'reset_password', token);
  if (link?.worksAt && link.worksAt.getTime() > context.clock.now()) {
    throw new AppError('link_unusable', { message: exactErrors.linkTooEarly });
  }
  const holder =
    link &&
    (await db.selectFrom('users').select(['id', 'emailSealed']).where('id', '=', link.userId).executeTakeFirst());
  return link && holder ? { link, holder } : null;
}

interface Holder {
  readonly id: string;
  readonly emailSealed: Buffer | null;
}

function openEmail({ keys }: Pick<CoreContext, 'keys'>, { id, emailSealed }: Holder): string {
  return emailSealed === null ? '' : keys.open(userEmailContext(id), emailSealed).toString();
}

interface NewBeginning {
  readonly email: EmailAddress;
  readonly emailHash: Buffer;
  readonly passwordHash: string;
  readonly waitingSince: Date | null;
}

/**
 * The mailbox's owner takes the place of whoever used the address without proof, also among those who wait for the operator;
 * its inbox needs no mail any more.
 */
async function beginAnew(
  db: Db,
  context: AccountContext,
  { email, emailHash, passwordHash, waitingSince }: NewBeginning,
): Promise<void> {
  await claimUnverifiedEmail(db, context, emailHash);
  const proof = { email, passwordHash, emailVerifiedAt: new Date(context.clock.now()), waitingSince };
  const { id } = await insertEmailUser(db, context, proof);
  await addProvenInbox(db, context, id, email);
}

/**
 * Gives the account behind a mailed link a new password and ends all its sessions, and the programs that the owner does not
 * keep. The link proves the mailbox and so confirms it as an inbox: an account that never did so gives way to a new one, as nobody knows who filled it.
 * @throws AppError link_unusable, invalid_input, unavailable.
 */
export async function resetPassword(
  context: AccountContext,
  { token, password, keep = [] }: ResetPasswordInput,
): Promise<void> {
  const { database, settings } = context;
  const found = await findHolder(context, token);
  if (found === null) throw new AppError('link_unusable');
  const { link, holder } = found;
  const { id: userId } = holder;
  await refuseWeakPassword(password, { email: openEmail(context, holder), ...settings });
  const passwordHash = await context.passwords.hash(password, { account: userId });
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    await spendLink(transaction, context, link);
    const { emailHash, emailSealed, emailVerifiedAt, waitingSince } = await transaction
      .selectFrom('users')
      .select(['emailHash', 'emailSealed', 'emailVerifiedAt', 'waitingSince'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    // The email was taken off the account after the link was mailed.
    if (emailHash === null || emailSealed === null) throw new AppError('link_unusable');
    const email = parseEmailAddress(openEmail(context, { id: userId, emailSealed }));
    if (email === null) throw new Error('The stored email of an account cannot be read');
    if (isMailboxProven(settings, { emailVerifiedAt })) {
      await recordSecurityEvent(transaction, context, userId, { kind: 'password_changed' });
      await confirmOwnInbox(transaction, context, { userId, normalised: email.normalised });
      await storePassword(transaction, context, { userId, passwordHash });
      await transaction.deleteFrom('sessions').where('userId', '=', userId).execute();
      await revokeAppCredentials(transaction, context, userId, keep);
    } else {
      await beginAnew(transaction, context, { email, emailHash, passwordHash, waitingSince });
    }
  });
}

/**
 * The programs that a reset by this link ends unless they are kept; none for an account that it begins anew. Where a second
 * factor stands between the link and the account, the mailbox sees no name that it does not know already.
 * @throws AppError link_unusable.
 */
export async function listResetPrograms(context: AccountContext, token: string): Promise<Program[]> {
  const { database, keys, settings } = context;
  const found = await findHolder(context, token);
  if (found === null) throw new AppError('link_unusable');
  const { holder } = found;
  const user = await database.db
    .selectFrom('users')
    .select(['emailVerifiedAt', ...factorColumns])
    .where('id', '=', holder.id)
    .executeTakeFirstOrThrow(() => new AppError('link_unusable'));
  if (!isMailboxProven(settings, user)) return [];
  const email = !hasSecondFactor(user) ? null : parseEmailAddress(openEmail(context, holder));
  return listPrograms(database.db, holder.id, email && targetHash(keys, email.normalised));
}

function wrongPassword(): AppError {
  return new AppError('invalid_input', { errors: { currentPassword: [accountFaultTexts.passwordWrong] } });
}

function findPassword(db: Db, userId: string): Promise<(Holder & { passwordHash: string | null }) | undefined> {
  const query = db.selectFrom('users').select(['id', 'emailSealed', 'passwordHash']);
  return query.where('id', '=', userId).executeTakeFirst();
}

/**
 * Replaces the password of an account by one who knows the present one. Ends all other sessions.
 * @returns the token for the cookie of the session, which was rotated.
 * @throws AppError rate_limited, password_missing, invalid_input, unavailable, not_signed_in.
 */
export async function changePassword(
  context: AccountContext,
  session: ActiveSession,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<string> {
  const { database, limiter, passwords, settings } = context;
  const { userId } = session;
  await limiter.take('identityChecksPerUser', { userId });
  const user = await findPassword(database.db, userId);
  if (user === undefined || user.passwordHash === null) throw new AppError('password_missing');
  const asker = { account: userId };
  if (!(await passwords.verify(currentPassword, user.passwordHash, asker))) throw wrongPassword();
  await refuseWeakPassword(newPassword, { email: openEmail(context, user), ...settings }, 'newPassword');
  const passwordHash = await passwords.hash(newPassword, asker);
  return database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    // Somebody else may have changed it meanwhile.
    if ((await findPassword(transaction, userId))?.passwordHash !== user.passwordHash) throw wrongPassword();
    await recordSecurityEvent(transaction, context, userId, { kind: 'password_changed' });
    await storePassword(transaction, context, { userId, passwordHash });
    return rotateSession(transaction, context, session);
  });
}

/** Replaces an account's password; links to choose one that are still on their way stop working. */
async function storePassword(
  db: Db,
  { clock }: Pick<CoreContext, 'clock'>,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  const updatedAt = new Date(clock.now());
  await db
    .updateTable('users')
    .set({ passwordHash, passwordVoid: false, updatedAt })
    .where('id', '=', userId)
    .execute();
  await endLinks(db, 'reset_password', { userId });
}
