import { AppError } from '#contract/errors.ts';
import type { WebhookSecret } from '#contract/targets.ts';
import type { CoreContext } from '#core/core-context.ts';
import { getWebhook, type OwnWebhook } from '#core/webhooks/get-webhook.ts';

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
