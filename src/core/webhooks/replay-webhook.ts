import type { TargetContext } from '#core/targets/target-context.ts';
import { getWebhook, type OwnWebhook } from '#core/webhooks/get-webhook.ts';
import { makeWebhookDue } from '#core/webhooks/make-webhook-due.ts';

/**
 * Sends what waits for a webhook of this account again, now. @returns how many messages.
 * @throws AppError not_found, rate_limited.
 */
export async function replayWebhook(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'limiter'>,
  own: OwnWebhook,
): Promise<number> {
  const { id, userId } = await getWebhook(context, own);
  await context.limiter.take('webhookReplaysPerUser', { userId });
  return makeWebhookDue(context, id);
}
