import { AppError } from '#contract/errors.ts';
import type { WebhookResult } from '#contract/targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { askWebhook } from '#core/webhooks/ask-webhook.ts';
import { describeAnswer } from '#core/webhooks/describe-answer.ts';
import { getWebhook, type OwnWebhook } from '#core/webhooks/get-webhook.ts';
import { takeWebhookCall, type WebhookCaller } from '#core/webhooks/webhook-calls.ts';
import { exactErrors } from '#messages/errors.ts';

/**
 * Asks an unconfirmed webhook of this account once more, because somebody pressed a button for it, and confirms it
 * when it agrees. @throws AppError not_found, target_answered, rate_limited.
 */
export async function verifyWebhook(
  context: TargetContext,
  { targetId, userId, ip }: OwnWebhook & WebhookCaller,
): Promise<WebhookResult> {
  const webhook = await getWebhook(context, { targetId, userId });
  if (webhook.confirmedAt !== null) {
    throw new AppError('target_answered', { message: exactErrors.webhookConfirmed });
  }
  await takeWebhookCall(context, webhook, { userId, ip });
  return describeAnswer(await askWebhook(context, webhook));
}
