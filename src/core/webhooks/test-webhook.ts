import { AppError } from '#contract/errors.ts';
import type { WebhookResult } from '#contract/targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { describeAnswer } from '#core/webhooks/describe-answer.ts';
import { getWebhook, type OwnWebhook } from '#core/webhooks/get-webhook.ts';
import { takeWebhookCall, type WebhookCaller } from '#core/webhooks/webhook-calls.ts';
import { webhookAnswers } from '#messages/answers.ts';

/**
 * Posts a signed `email.test` to a confirmed webhook of this account and tells what it answered.
 * @throws AppError not_found, target_unconfirmed, rate_limited.
 */
export async function testWebhook(
  context: TargetContext,
  { targetId, userId, ip }: OwnWebhook & WebhookCaller,
): Promise<WebhookResult> {
  const webhook = await getWebhook(context, { targetId, userId });
  if (webhook.confirmedAt === null) throw new AppError('target_unconfirmed');
  await takeWebhookCall(context, webhook, { userId, ip });
  const { clock, random, webhooks } = context;
  const data = { message: webhookAnswers.test };
  const event = { id: `msg_${random.uuid()}`, type: 'email.test', at: new Date(clock.now()), data };
  return describeAnswer(await webhooks.send(webhook, event));
}
