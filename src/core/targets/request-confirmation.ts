import { parseEmailAddress } from '#contract/email-address.ts';
import type { AliasTarget } from '#contract/aliases.ts';
import { makeSecretToken } from '#core/secret-token.ts';
import { confirmationMail } from '#core/targets/confirmation-mail.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { targetHash } from '#core/targets/target-value.ts';

const linkLifeMs = 7 * 24 * 60 * 60 * 1000;
/** A second alias made right after the first must not mail the same inbox again. */
const quietMs = 60 * 60 * 1000;

export interface ConfirmationRequest {
  readonly userId: string;
  readonly target: AliasTarget;
  /** IP address of the client. */
  readonly ip: string;
}

const wasJustAsked = async ({ database, clock }: TargetContext, targetId: string): Promise<boolean> => {
  const link = await database.db
    .selectFrom('oneTimeLinks')
    .select('tokenHash')
    .where('targetId', '=', targetId)
    .where('usedAt', 'is', null)
    .where('createdAt', '>', new Date(clock.now() - quietMs))
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
};

/** The requester's own limits come first, so that what they refuse does not use up the address's. */
const mayAsk = async (
  { limiter, keys }: TargetContext,
  { userId, target, ip }: ConfirmationRequest,
): Promise<boolean> => {
  const text = targetHash(keys, parseEmailAddress(target.value)?.normalised ?? target.value).toString('hex');
  return (
    (await limiter.tryTake('confirmationPerUser', { userId })) &&
    (await limiter.tryTake('confirmationPerNetwork', { ip })) &&
    (await limiter.tryTake('confirmationPerAddressDaily', { text })) &&
    (await limiter.tryTake('confirmationPerAddressEver', { text }))
  );
};

/**
 * Mails the owner of an unconfirmed inbox a link to confirm it (7 days, single use). Does nothing for a
 * target that is confirmed or stopped, was asked within the hour, or is beyond the limits: it then stays pending.
 */
export const requestConfirmation = async (context: TargetContext, request: ConfirmationRequest): Promise<void> => {
  const { database, clock, random, mailer, settings, log } = context;
  const { userId, target } = request;
  if (target.state !== 'pending' || (await wasJustAsked(context, target.id)) || !(await mayAsk(context, request)))
    return;
  const { token, hash } = makeSecretToken(random);
  const now = clock.now();
  await database.db
    .insertInto('oneTimeLinks')
    .values({
      tokenHash: hash,
      purpose: 'confirm_target',
      userId,
      targetId: target.id,
      expiresAt: new Date(now + linkLifeMs),
      usedAt: null,
      createdAt: new Date(now),
    })
    .execute();
  try {
    await mailer.send({
      recipient: target.value,
      userId,
      ...confirmationMail(`${settings.publicUrl}/confirm#${token}`),
    });
  } catch (error) {
    // The account and alias stand; without its link the target can be asked again at once.
    log.error('confirmation_mail_failed', error);
    await database.db.deleteFrom('oneTimeLinks').where('tokenHash', '=', hash).execute();
  }
};
