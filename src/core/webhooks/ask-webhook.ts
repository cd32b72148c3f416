import type { TargetContext } from '#core/targets/target-context.ts';
import { isTaken } from '#core/webhooks/describe-answer.ts';
import type { Webhook } from '#core/webhooks/get-webhook.ts';
import type { WebhookAnswer } from '#core/webhook-sender.ts';

/** Posts a signed `webhook.verify`; an answer of 2xx is consent and confirms the webhook. Looks at no limit. */
export async function askWebhook(
  { clock, provider, random, webhooks }: TargetContext,
  webhook: Webhook,
): Promise<WebhookAnswer> {
  const event = { id: `msg_${random.uuid()}`, type: 'webhook.verify', at: new Date(clock.now()), data: {} };
  const answer = await webhooks.send(webhook, event);
  if (isTaken(answer)) {
    await provider.changeAliases({ targetId: webhook.id }, (db) =>
      db
        .updateTable('targets')
        .set({ confirmedAt: new Date(clock.now()) })
        .where('id', '=', webhook.id)
        .where('confirmedAt', 'is', null)
        .execute(),
    );
  }
  return answer;
}
