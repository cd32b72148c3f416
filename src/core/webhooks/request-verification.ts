import type { TargetContext } from '#core/targets/target-context.ts';
import { askWebhook } from '#core/webhooks/ask-webhook.ts';
import { findWebhook } from '#core/webhooks/get-webhook.ts';
import { tryTakeWebhookCall, type WebhookCaller } from '#core/webhooks/webhook-calls.ts';

const work = async (context: TargetContext, targetId: string, caller: WebhookCaller): Promise<void> => {
  const webhook = await findWebhook(context, targetId);
  if (webhook === null || webhook.confirmedAt !== null) return;
  if (await tryTakeWebhookCall(context, webhook, caller)) await askWebhook(context, webhook);
};

/** Asks a webhook that is new to its account, without anybody waiting for it. Beyond the limits it stays unconfirmed. */
export const requestVerification = (context: TargetContext, targetId: string, caller: WebhookCaller): void => {
  work(context, targetId, caller).catch((error: unknown) => context.log.error('webhook_verification_failed', error));
};
