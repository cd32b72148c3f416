import { limits } from '#contract/limits.ts';
import { AppError } from '#contract/errors.ts';
import type { LoginInput, SecondFactorLink } from '#contract/sign-in.ts';
import { findOwnTexts } from '#core/account-language.ts';
import { renderMail } from '#core/render-mail.ts';
import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { hasSecondFactor } from '#core/sign-in/second-factor/codes.ts';
import { clearSecondFactor, removeSecondFactorLinks } from '#core/sign-in/second-factor/second-factor.ts';
import { forgetWrongCodes, isLocked } from '#core/sign-in/second-factor/try-code.ts';
import { checkPassword } from '#core/sign-in/sign-in-with-password.ts';
import { findConfirmedInboxes } from '#core/targets/owner-inbox.ts';
import { lockAccount, userEmailContext } from '#core/user-row.ts';
import { exactErrors } from '#messages/server/errors.ts';

const hourMs = 60 * 60 * 1000;
const waitMs = limits.secondFactorWaitHours * hourMs;
const lifeMs = limits.confirmationLinkDays * 24 * hourMs;
const purposes = ['turn_second_factor_off', 'keep_second_factor'] as const;

interface MailedLink {
  readonly recipient: string;
  readonly purpose: (typeof purposes)[number];
  readonly token: string;
  readonly hash: Buffer;
}

/** A link for the account's own email, which may turn the factor off, and one for each inbox, which may only prevent it. */
async function makeLinks(context: AccountContext, userId: string, email: string): Promise<MailedLink[]> {
  const inboxes = await findConfirmedInboxes(context, userId);
  const make = (recipient: string, purpose: MailedLink['purpose']): MailedLink => ({
    recipient,
    purpose,
    ...makeSecretToken(context.random),
  });
  const others = inboxes.filter((inbox) => inbox !== email);
  return [make(email, 'turn_second_factor_off'), ...others.map((inbox) => make(inbox, 'keep_second_factor'))];
}

/** False while others are on their way: asking again neither shortens the wait nor mails anybody. */
function storeLinks(context: AccountContext, userId: string, links: readonly MailedLink[]): Promise<boolean> {
  const { database, clock } = context;
  const now = clock.now();
  return database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const waiting = await transaction
      .selectFrom('oneTimeLinks')
      .select('tokenHash')
      .where('userId', '=', userId)
      .where('purpose', 'in', purposes)
      .where('expiresAt', '>', new Date(now))
      .executeTakeFirst();
    if (waiting !== undefined) return false;
    await recordSecurityEvent(transaction, context, userId, { kind: 'second_factor_reset_asked' });
    const times = { expiresAt: new Date(now + lifeMs), usedAt: null, createdAt: new Date(now) };
    const rows = links.map(({ hash: tokenHash, purpose }) => ({
      tokenHash,
      purpose,
      userId,
      targetId: null,
      ...times,
    }));
    await transaction.insertInto('oneTimeLinks').values(rows).execute();
    return true;
  });
}

async function mailLinks(
  { database, mailer, settings }: AccountContext,
  userId: string,
  links: readonly MailedLink[],
): Promise<void> {
  const { accountMails, language } = await findOwnTexts(database.db, userId);
  for (const { recipient, purpose, token } of links) {
    const link = `${settings.publicUrl}/second-factor#${token}`;
    const words =
      purpose === 'turn_second_factor_off'
        ? accountMails.secondFactorLink(link, { waitMs, lifeMs })
        : accountMails.secondFactorWarning(link, waitMs);
    await mailer.send({ recipient, userId, ...renderMail(words, language) });
  }
}

/**
 * Mails an account whose second factor was guessed at too often a link that turns it off, after 72 hours; every inbox of
 * it is told and can prevent that. For whoever knows the password.
 * @throws AppError rate_limited, wrong_credentials, second_factor_required while codes are taken, unavailable.
 */
export async function requestSecondFactorLink(
  context: AccountContext,
  input: Pick<LoginInput, 'email' | 'password'>,
  ip: string,
): Promise<void> {
  const holder = await checkPassword(context, input, ip);
  const { id: userId, emailSealed } = holder;
  if (!hasSecondFactor(holder) || emailSealed === null || !(await isLocked(context, userId)))
    throw new AppError('second_factor_required');
  const { keys, limiter } = context;
  const email = keys.open(userEmailContext(userId), emailSealed).toString();
  const links = await makeLinks(context, userId, email);
  const resetTime = await limiter.reserve('secondFactorLinksPerUser', { userId });
  if (resetTime !== null) throw new AppError('rate_limited', { resetTime });
  if (!(await storeLinks(context, userId, links))) return limiter.giveBack('secondFactorLinksPerUser', { userId });
  await mailLinks(context, userId, links).catch(async (error: unknown) => {
    context.log.error('second_factor_mail_failed', error);
    // Some inbox may not know of it.
    await removeSecondFactorLinks(context.database.db, userId);
    throw new AppError('unavailable');
  });
}

interface OpenedLink extends SecondFactorLink {
  readonly tokenHash: Buffer;
  readonly userId: string;
}

async function openLink({ database, clock }: AccountContext, token: string): Promise<OpenedLink> {
  const tokenHash = hashSecretToken(token);
  if (tokenHash === null) throw new AppError('link_unusable');
  const link = await database.db
    .selectFrom('oneTimeLinks')
    .select(['userId', 'purpose', 'createdAt'])
    .where('tokenHash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', new Date(clock.now()))
    .executeTakeFirstOrThrow(() => new AppError('link_unusable'));
  const worksFromMs = link.createdAt.getTime() + waitMs;
  const worksFrom = worksFromMs > clock.now() ? new Date(worksFromMs).toISOString() : null;
  return { tokenHash, userId: link.userId, turnsOff: link.purpose === 'turn_second_factor_off', worksFrom };
}

/** What the page behind such a link shows. @throws AppError link_unusable. */
export async function readSecondFactorLink(context: AccountContext, token: string): Promise<SecondFactorLink> {
  const { turnsOff, worksFrom } = await openLink(context, token);
  return { turnsOff, worksFrom };
}

/** Turns the second factor off by a mailed link, and ends every session. @throws AppError link_unusable. */
export async function turnOffByLink(context: AccountContext, token: string): Promise<void> {
  const { tokenHash, userId, turnsOff, worksFrom } = await openLink(context, token);
  if (!turnsOff) throw new AppError('link_unusable');
  if (worksFrom !== null) throw new AppError('link_unusable', { message: exactErrors.linkTooEarly });
  await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const used = await transaction
      .deleteFrom('oneTimeLinks')
      .where('tokenHash', '=', tokenHash)
      .returning('tokenHash')
      .executeTakeFirst();
    if (used === undefined) throw new AppError('link_unusable');
    await clearSecondFactor(transaction, context, userId);
    await transaction.deleteFrom('sessions').where('userId', '=', userId).execute();
  });
  await forgetWrongCodes(context, userId);
}

/** "This was not me": none of the links that were mailed with this one work any more. @throws AppError link_unusable. */
export async function keepSecondFactor(context: AccountContext, token: string): Promise<void> {
  const { userId } = await openLink(context, token);
  await removeSecondFactorLinks(context.database.db, userId);
}
