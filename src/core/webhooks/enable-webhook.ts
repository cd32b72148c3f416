import type { TargetContext } from '#core/targets/target-context.ts';
import { getWebhook, type OwnWebhook } from '#core/webhooks/get-webhook.ts';
import { makeWebhookDue } from '#core/webhooks/make-webhook-due.ts';

/**
 * Takes up a webhook of this account that was disabled; what waits for it is sent now. Does nothing to one that is on.
 * @throws AppError not_found, rate_limited.
 */
export async function enableWebhook(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'limiter' | 'provider'>,
  own: OwnWebhook,
): Promise<void> {
  const { id, userId, disabledAt } = await getWebhook(context, own);
  if (disabledAt === null) return;
  await context.limiter.take('webhookReplaysPerUser', { userId });
  await context.provider.changeAliases({ targetId: id }, (db) =>
    db.updateTable('targets').set({ disabledAt: null, failingSince: null }).where('id', '=', id).execute(),
  );
  await makeWebhookDue(context, id);
}
