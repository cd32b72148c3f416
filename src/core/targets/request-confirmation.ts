import { mayMailAddress } from '#core/targets/may-mail-address.ts';
import { sendConfirmation, type Confirmation } from '#core/targets/send-confirmation.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { requestVerification } from '#core/webhooks/request-verification.ts';

/** A second alias made right after the first must not mail the same inbox again. */
const quietMs = 60 * 60 * 1000;

export interface ConfirmationRequest extends Confirmation {
  /** IP address of the client. */
  readonly ip: string;
}

async function wasJustAsked({ database, clock }: TargetContext, targetId: string): Promise<boolean> {
  const link = await database.db
    .selectFrom('oneTimeLinks')
    .select('tokenHash')
    .where('targetId', '=', targetId)
    .where('usedAt', 'is', null)
    .where('createdAt', '>', new Date(clock.now() - quietMs))
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/** The requester's own limits come first, so that what they refuse does not use up the address's. */
async function mayAsk(context: TargetContext, { userId, target, ip }: ConfirmationRequest): Promise<boolean> {
  return (
    (await context.limiter.tryTake('confirmationPerUser', { userId })) &&
    (await context.limiter.tryTake('confirmationPerNetwork', { ip })) &&
    (await mayMailAddress(context, target))
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
