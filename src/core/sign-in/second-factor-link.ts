import { limits } from '#contract/limits.ts';
import { AppError } from '#contract/errors.ts';
import type { LoginInput, SecondFactorLink } from '#contract/sign-in.ts';
import { findOwnTexts } from '#core/account-language.ts';
import { endLinks, issueLink, linkKinds, openLink, spendLink } from '#core/links/secret-links.ts';
import { renderMail } from '#core/render-mail.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { hasSecondFactor } from '#core/sign-in/second-factor/codes.ts';
import { clearSecondFactor, secondFactorLinks } from '#core/sign-in/second-factor/second-factor.ts';
import { forgetWrongCodes, isLocked } from '#core/sign-in/second-factor/try-code.ts';
import { checkPassword } from '#core/sign-in/sign-in-with-password.ts';
import { findConfirmedInboxes } from '#core/targets/owner-inbox.ts';
import { lockAccount, userEmailContext } from '#core/user-row.ts';
import { exactErrors } from '#messages/server/errors.ts';

const hourMs = 60 * 60 * 1000;
const waitMs = limits.secondFactorWaitHours * hourMs;
const { lifeMs } = linkKinds.turn_second_factor_off;

interface MailedLink {
  readonly recipient: string;
  readonly kind: (typeof secondFactorLinks)[number];
  readonly path: string;
}

/**
 * Makes a link for the account's own email, which may turn the factor off, and one for each inbox, which may only prevent it.
 * None while others are on their way: asking again neither shortens the wait nor mails anybody.
 */
async function makeLinks(context: AccountContext, userId: string, email: string): Promise<MailedLink[]> {
  const { database, clock } = context;
  const inboxes = await findConfirmedInboxes(context, userId);
  return database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const waiting = await transaction
      .selectFrom('secretLinks')
      .select('tokenHash')
      .where('userId', '=', userId)
      .where('kind', 'in', secondFactorLinks)
      .where('expiresAt', '>', new Date(clock.now()))
      .executeTakeFirst();
    if (waiting !== undefined) return [];
    await recordSecurityEvent(transaction, context, userId, { kind: 'second_factor_reset_asked' });
    const made: MailedLink[] = [];
    for (const recipient of [email, ...inboxes.filter((inbox) => inbox !== email)]) {
      const kind = recipient === email ? 'turn_second_factor_off' : 'keep_second_factor';
      const { path } = await issueLink(transaction, context, kind, { userId });
      made.push({ recipient, kind, path });
    }
    return made;
  });
}

async function mailLinks(
  { database, mailer, settings }: AccountContext,
  userId: string,
  links: readonly MailedLink[],
): Promise<void> {
  const { accountMails, language } = await findOwnTexts(database.db, userId);
  for (const { recipient, kind, path } of links) {
    const link = `${settings.publicUrl}${path}`;
    const words =
      kind === 'turn_second_factor_off'
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
  const resetTime = await limiter.reserve('secondFactorLinksPerUser', { userId });
  if (resetTime !== null) throw new AppError('rate_limited', { resetTime });
  const links = await makeLinks(context, userId, email);
  if (links.length === 0) return limiter.giveBack('secondFactorLinksPerUser', { userId });
  await mailLinks(context, userId, links).catch(async (error: unknown) => {
    context.log.error('second_factor_mail_failed', error);
    // Some inbox may not know of it.
    await endLinks(context.database.db, secondFactorLinks, { userId });
    throw new AppError('unavailable');
  });
}

/** Until when such a link turns nothing off; null: it does now. */
function worksFrom({ clock }: AccountContext, { createdAt }: { readonly createdAt: Date }): string | null {
  const worksFromMs = createdAt.getTime() + waitMs;
  return worksFromMs > clock.now() ? new Date(worksFromMs).toISOString() : null;
}

/** What the page behind such a link shows. @throws AppError link_unusable. */
export async function readSecondFactorLink(context: AccountContext, token: string): Promise<SecondFactorLink> {
  const link = await openLink(context.database.db, context, secondFactorLinks, token);
  return { turnsOff: link.kind === 'turn_second_factor_off', worksFrom: worksFrom(context, link) };
}

/** Turns the second factor off by a mailed link, and ends every session. @throws AppError link_unusable. */
export async function turnOffByLink(context: AccountContext, token: string): Promise<void> {
  const link = await openLink(context.database.db, context, 'turn_second_factor_off', token);
  const { userId } = link;
  if (worksFrom(context, link) !== null) throw new AppError('link_unusable', { message: exactErrors.linkTooEarly });
  await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    await spendLink(transaction, context, link);
    await clearSecondFactor(transaction, context, userId);
    await transaction.deleteFrom('sessions').where('userId', '=', userId).execute();
  });
  await forgetWrongCodes(context, userId);
}

/** "This was not me": none of the links that were mailed with this one work any more. @throws AppError link_unusable. */
export async function keepSecondFactor(context: AccountContext, token: string): Promise<void> {
  const { db } = context.database;
  const { userId } = await openLink(db, context, secondFactorLinks, token);
  await endLinks(db, secondFactorLinks, { userId });
}
