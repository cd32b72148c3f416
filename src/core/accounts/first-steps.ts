import type { FirstSteps } from '#contract/account/first-steps.ts';
import { AppError } from '#contract/errors.ts';
import { countAliases } from '#core/alias-rows/read-rows.ts';
import { findOwnTexts } from '#core/account-language.ts';
import { listWaitingInboxes } from '#core/confirmation/confirmation-mail.ts';
import { renderMail } from '#core/render-mail.ts';
import { findOwnTargetHash } from '#core/targets/owner-inbox.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/** So long an account is led. */
const newForMs = 30 * 24 * 60 * 60 * 1000;

/** How far somebody is in their first days, all of it from what is stored anyway. @throws AppError not_signed_in when the account is gone. */
export async function readFirstSteps(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'domains'>,
  userId: string,
): Promise<FirstSteps> {
  const { database, keys, clock, domains } = context;
  const facts = await database.db
    .selectFrom('users')
    .select('users.createdAt')
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('targets')
          .select('targets.id')
          .whereRef('targets.userId', '=', 'users.id')
          .where('confirmedAt', 'is not', null),
      ).as('confirmed'),
      exists(selectFrom('apiKeys').select('apiKeys.id').whereRef('apiKeys.userId', '=', 'users.id')).as('apiKey'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  const { used } = await countAliases(database.db, { userId });
  const ownHash = (await findOwnTargetHash(database.db, keys, userId)) ?? null;
  const [domain] = domains.all();
  const { accountMails, language } = await findOwnTexts(database.db, userId);
  return {
    isNew: clock.now() - facts.createdAt.getTime() < newForMs,
    confirmed: facts.confirmed === true,
    used: used > 0,
    apiKey: facts.apiKey === true,
    waiting: await listWaitingInboxes(context, userId, ownHash),
    look: {
      from: domain === undefined ? '' : `postmaster@${domain.name}`,
      subject: renderMail(accountMails.confirmInbox('', 0), language).subject,
    },
  };
}
