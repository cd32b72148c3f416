import { confirmationMailId } from '#core/confirmation/confirmation-mail.ts';
import type { AliasTarget } from '#contract/aliases.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { findOwnTexts } from '#core/account-language.ts';
import { issueLink, linkKinds, type IssuedLink } from '#core/links/secret-links.ts';
import { renderMail } from '#core/render-mail.ts';
import type { Random } from '#platform/random.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { targetHash } from '#core/targets/target-value.ts';
import { getTarget } from '#core/targets/target-views.ts';
import { userEmailHash } from '#core/user-row.ts';
import { requestVerification } from '#core/webhooks/call-webhook.ts';

/** A second alias made right after the first must not mail the same inbox again. */
const quietMs = 60 * 60 * 1000;

/** For how long a code in a mail confirms the account that an app opened. */
export const codeLifeMs = 30 * 60 * 1000;
const codes = 1_000_000;

/** Six digits, for whoever types them; of four random octets, so that all come up about alike. */
function makeCode(random: Random): string {
  return String(random.bytes(4).readUInt32BE(0) % codes).padStart(6, '0');
}

/** Keyed: a copied database cannot be asked which of a million it is. */
export function codeHash(keys: KeyRing, userId: string, code: string): Buffer {
  return keys.lookupHash('one_time_links.code', `${userId} ${code}`);
}

export interface ConfirmationRequest extends Confirmation {
  /** IP address of the client. */
  readonly ip: string;
}

async function wasJustAsked({ database, clock }: TargetContext, targetId: string): Promise<boolean> {
  const link = await database.db
    .selectFrom('secretLinks')
    .select('tokenHash')
    .where('targetId', '=', targetId)
    .where('usedAt', 'is', null)
    .where('createdAt', '>', new Date(clock.now() - quietMs))
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/**
 * Counts one confirmation mail to an address; false when it is one too many. What others ask of an address spends nothing
 * of what an account may ask of its own email, nor that of what it may once its mailbox is proved: nobody can lock anybody
 * out.
 */
async function mayMailAddress(
  { database, limiter, keys }: TargetContext,
  { userId, target: { value } }: Confirmation,
): Promise<boolean> {
  const normalised = parseEmailAddress(value)?.normalised ?? value;
  const text = targetHash(keys, normalised).toString('hex');
  const own = await database.db
    .selectFrom('users')
    .select('emailVerifiedAt')
    .where('id', '=', userId)
    .where('emailHash', '=', userEmailHash(keys, normalised))
    .executeTakeFirst();
  if (own === undefined) {
    return (
      (await limiter.tryTake('confirmationPerAddressDaily', { text })) &&
      (await limiter.tryTake('confirmationPerAddress', { text }))
    );
  }
  if (own.emailVerifiedAt !== null) return limiter.tryTake('provenConfirmationPerUser', { userId });
  return (
    (await limiter.tryTake('ownConfirmationPerUser', { userId })) &&
    (await limiter.tryTake('ownConfirmationPerAddress', { text }))
  );
}

/** The requester's own limits come first, so that what they refuse does not use up the address's. */
async function mayAsk(context: TargetContext, request: ConfirmationRequest): Promise<boolean> {
  const { userId, ip } = request;
  return (
    (await context.limiter.tryTake('confirmationPerUser', { userId })) &&
    (await context.limiter.tryTake('confirmationPerNetwork', { ip })) &&
    (await mayMailAddress(context, request))
  );
}

/**
 * Asks the owner of an unconfirmed inbox to confirm it, by mail, or an unconfirmed webhook, in the background. Does
 * nothing for a target that is confirmed or stopped, an inbox that was asked within the hour, or one beyond the limits:
 * it then stays pending.
 */
export async function requestConfirmation(context: TargetContext, request: ConfirmationRequest): Promise<void> {
  const { target, userId, ip } = request;
  if (target.kind === 'webhook') {
    if (target.state === 'pending') requestVerification(context, target.id, { userId, ip });
    return;
  }
  if (target.state !== 'pending' || (await wasJustAsked(context, target.id)) || !(await mayAsk(context, request)))
    return;
  // What was made stands all the same; without a link the target can be asked again at once.
  await sendConfirmation(context, request).catch((error: unknown) =>
    context.log.error('confirmation_mail_failed', error),
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** An account that wants one of its targets asked once more. */
interface RepeatRequest {
  readonly targetId: string;
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

/**
 * Mails the owner of an unconfirmed inbox one more link, because somebody pressed a button for it.
 * @throws AppError not_found, for a webhook too; target_answered, rate_limited, unavailable.
 */
export async function repeatConfirmation(
  context: TargetContext,
  { targetId, userId, ip }: RepeatRequest,
): Promise<void> {
  const { clock, limiter, log } = context;
  const target = await getTarget(context, targetId, userId);
  if (target.kind !== 'email') throw new AppError('not_found');
  if (target.state !== 'pending') throw new AppError('target_answered');
  await limiter.take('confirmationPerUser', { userId });
  await limiter.take('confirmationPerNetwork', { ip });
  // The true end of the window would tell when another account asked this address.
  const resetTime = new Date(clock.now() + dayMs);
  if (!(await mayMailAddress(context, { userId, target }))) throw new AppError('rate_limited', { resetTime });
  await sendConfirmation(context, { userId, target }).catch((error: unknown) => {
    log.error('confirmation_mail_failed', error);
    throw new AppError('unavailable');
  });
}

interface Confirmation {
  readonly userId: string;
  readonly target: AliasTarget;
  /** A code stands beside the link, as an app opened the account of this address. */
  readonly withCode?: boolean;
}

/**
 * Null when the target was removed meanwhile. Shares the account before the target: whoever removes targets holds it
 * first, so that the two never wait for each other.
 */
function makeLink(
  context: TargetContext,
  { userId, target }: Confirmation,
  proofHash: Buffer | null,
): Promise<IssuedLink | null> {
  return context.database.db.transaction().execute(async (transaction) => {
    const targets = transaction
      .selectFrom('users')
      .innerJoin('targets', 'targets.userId', 'users.id')
      .select('targets.id')
      .where('targets.id', '=', target.id)
      .where('targets.userId', '=', userId);
    const isThere = (await targets.forKeyShare(['users', 'targets']).executeTakeFirst()) !== undefined;
    return isThere
      ? issueLink(transaction, context, 'confirm_target', { userId, targetId: target.id, proofHash })
      : null;
  });
}

/**
 * Mails an inbox's owner a link to confirm it (7 days, single use). Looks at no limit.
 * @throws Error when the mail could not be queued; nothing is left of the link then.
 */
export async function sendConfirmation(context: TargetContext, confirmation: Confirmation): Promise<void> {
  const { database, keys, random, mailer, settings } = context;
  const { userId, target, withCode = false } = confirmation;
  const code = withCode ? makeCode(random) : null;
  const hashed = code === null ? null : codeHash(keys, userId, code);
  const made = await makeLink(context, confirmation, hashed);
  if (made === null) return;
  try {
    // What became of the mail before says nothing of this one.
    await database.db
      .updateTable('targets')
      .set({ failingSince: null })
      .where('id', '=', target.id)
      .where('confirmedAt', 'is', null)
      .execute();
    const { accountMails, ownRegistrationMails, language } = await findOwnTexts(database.db, userId);
    const link = `${settings.publicUrl}${made.path}`;
    const { lifeMs } = linkKinds.confirm_target;
    const mail =
      code === null
        ? accountMails.confirmInbox(link, lifeMs)
        : ownRegistrationMails.confirmAccount(link, lifeMs, { code, lifeMs: codeLifeMs });
    await mailer.send({
      id: confirmationMailId(made.tokenHash),
      recipient: target.value,
      userId,
      ...renderMail(mail, language),
    });
  } catch (error) {
    await database.db.deleteFrom('secretLinks').where('tokenHash', '=', made.tokenHash).execute();
    throw error;
  }
}

/** Mails an account that is not confirmed another link with a code, unless its address wants no mail of ours, or had enough. */
export async function mailOwnCode(
  context: TargetContext,
  { normalised, ip }: { readonly normalised: string; readonly ip: string },
): Promise<void> {
  const { database, keys, limiter } = context;
  const row = await database.db
    .selectFrom('users')
    .innerJoin('targets', 'targets.userId', 'users.id')
    .select(['users.id as userId', 'targets.id as targetId'])
    .where('users.emailHash', '=', userEmailHash(keys, normalised))
    .where('users.emailVerifiedAt', 'is', null)
    .where('targets.valueHash', '=', targetHash(keys, normalised))
    .executeTakeFirst();
  if (row === undefined) return;
  const target = await getTarget(context, row.targetId, row.userId);
  const confirmation = { userId: row.userId, target, withCode: true };
  if (target.state === 'stopped' || !(await limiter.tryTake('confirmationPerNetwork', { ip }))) return;
  if (await mayMailAddress(context, confirmation)) await sendConfirmation(context, confirmation);
}
