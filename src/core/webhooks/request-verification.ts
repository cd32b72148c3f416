import { AppError } from '#contract/errors.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { askWebhook } from '#core/webhooks/ask-webhook.ts';
import { findWebhook, type Webhook } from '#core/webhooks/get-webhook.ts';
import { tryTakeWebhookCall, type WebhookCaller } from '#core/webhooks/webhook-calls.ts';

/** Null: it needs no call, or is granted none. */
async function admit(context: TargetContext, targetId: string, caller: WebhookCaller): Promise<Webhook | null> {
  const webhook = await findWebhook(context, targetId);
  if (webhook === null || webhook.confirmedAt !== null) return null;
  return (await tryTakeWebhookCall(context, webhook, caller)) ? webhook : null;
}

/** Only the way to the call stands in line: endpoints that answer slowly would hold up those of everybody else. */
async function work(context: TargetContext, targetId: string, caller: WebhookCaller): Promise<void> {
  const webhook = await context.verifications.run(
    () => admit(context, targetId, caller),
    () => null,
  );
  if (webhook !== null) await askWebhook(context, webhook);
}

/**
 * Asks a webhook that is new to its account, without anybody waiting for it. Beyond the limits, and where too many wait
 * already, it stays unconfirmed until its owner asks again.
 */
export function requestVerification(context: TargetContext, targetId: string, caller: WebhookCaller): void {
  work(context, targetId, caller).catch((error: unknown) => {
    // An account that is gone.
    if (!(error instanceof AppError)) context.log.error('webhook_verification_failed', error);
  });
}
