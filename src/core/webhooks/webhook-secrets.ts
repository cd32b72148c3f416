import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { WebhookSecret } from '#contract/targets.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { sealNewSecret } from '#core/targets/target-value.ts';
import { getWebhook, type OwnWebhook } from '#core/webhooks/get-webhook.ts';

/** The former secret goes on signing beside the new one, so that endpoints change over without losing anything. */
const overlapMs = 24 * 60 * 60 * 1000;

/**
 * Gives a webhook of this account a new secret. The present one stays in force beside it for 24 hours, an older one
 * ends now. @throws AppError not_found, rate_limited.
 */
export async function rotateWebhookSecret(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'limiter'>,
  own: OwnWebhook,
): Promise<WebhookSecret> {
  const { targetId, userId } = own;
  await getWebhook(context, own);
  await context.limiter.take('credentialsPerUser', { userId });
  await context.database.db
    .updateTable('targets')
    .set({
      previousSecretSealed: sql.ref('secret_sealed'),
      previousSecretUntil: new Date(context.clock.now() + overlapMs),
      secretSealed: sealNewSecret(context, targetId),
    })
    .where('id', '=', targetId)
    .where('userId', '=', userId)
    .where('kind', '=', 'webhook')
    .execute();
  return showWebhookSecret(context, own);
}

/** The secret that signs what is posted to a webhook of this account. @throws AppError not_found. */
export async function showWebhookSecret(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  own: OwnWebhook,
): Promise<WebhookSecret> {
  const { secrets, previousUntil } = await getWebhook(context, own);
  const [secret] = secrets;
  if (secret === undefined) throw new AppError('not_found');
  return { secret, previousUntil: previousUntil?.toISOString() ?? null };
}
