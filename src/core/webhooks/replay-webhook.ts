import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { getWebhook, type OwnWebhook } from '#core/webhooks/get-webhook.ts';

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
  await context.provider.changeAliases(context.database.db, { targetId: id }, (db) =>
    db.updateTable('targets').set({ disabledAt: null, failingSince: null }).where('id', '=', id).execute(),
  );
  await makeWebhookDue(context, id);
}

/** Makes everything that waits for a webhook due now. @returns how many messages. */
async function makeWebhookDue({ database }: Pick<CoreContext, 'database'>, targetId: string): Promise<number> {
  const { numUpdatedRows } = await database.db
    .updateTable('spoolDeliveries')
    .set({ nextAttemptAt: sql<Date>`now()` })
    .where('state', '=', 'waiting')
    .where('linkId', 'in', ({ selectFrom }) =>
      selectFrom('aliasTargets').select('aliasTargets.id').where('targetId', '=', targetId),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
