import { AppError } from '#contract/errors.ts';
import { getTarget } from '#core/targets/get-target.ts';
import { mayMailAddress } from '#core/targets/may-mail-address.ts';
import { sendConfirmation } from '#core/targets/send-confirmation.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** An account that wants one of its targets asked once more. */
export interface RepeatRequest {
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
  if (!(await mayMailAddress(context, target))) throw new AppError('rate_limited', { resetTime });
  await sendConfirmation(context, { userId, target }).catch((error: unknown) => {
    log.error('confirmation_mail_failed', error);
    throw new AppError('unavailable');
  });
}
