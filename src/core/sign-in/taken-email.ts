import type { EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { notify } from '#core/notices/notify.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { isStopped } from '#core/targets/stopped-addresses.ts';
import { targetHash } from '#core/targets/target-value.ts';
import { userEmailContext, userEmailHash } from '#core/user-row.ts';

/** Tells the owner of an address, once a day, that somebody tried to register with it. Never an address that wants no mail. */
async function notifyOwner(context: AccountContext, email: EmailAddress): Promise<void> {
  const { database, keys } = context;
  if (await isStopped(database.db, targetHash(keys, email.normalised))) return;
  const emailHash = userEmailHash(keys, email.normalised);
  const holder = await database.db
    .selectFrom('users')
    .select(['id', 'emailSealed'])
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
  if (!holder?.emailSealed) return;
  const recipient = keys.open(userEmailContext(holder.id), holder.emailSealed).toString();
  const subject = { text: emailHash.toString('hex') };
  await notify(context, { kind: 'tried_to_register', userId: holder.id, recipient, subject, values: [] });
}

function refuse(resetTime: Date | null): void {
  if (resetTime !== null) throw new AppError('rate_limited', { resetTime });
}

/**
 * Does what gives an email to an account, and says that it is taken only a few times to a network and its neighbours, so
 * that nobody reads from it who has an account here: whoever had his share is refused whatever he asks. For the neighbours
 * the answer is counted before it is known, and given back when it is another, as many of them may ask at once; a single
 * network asks ten times an hour at most.
 * @throws AppError rate_limited, and what the work throws.
 */
export async function claimEmail<Result>(
  context: AccountContext,
  { email, ip }: { readonly email: EmailAddress; readonly ip: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const { limiter, log } = context;
  refuse(await limiter.findEnd('takenEmailsPerNetwork', { ip }));
  refuse(await limiter.reserve('takenEmailsPerSite', { ip }));
  try {
    const result = await work();
    await limiter.giveBack('takenEmailsPerSite', { ip });
    return result;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'email_taken')) {
      await limiter.giveBack('takenEmailsPerSite', { ip });
      throw error;
    }
    await notifyOwner(context, email).catch((failure: unknown) => log.error('taken_email_mail_failed', failure));
    refuse(await limiter.reserve('takenEmailsPerNetwork', { ip }));
    throw error;
  }
}
