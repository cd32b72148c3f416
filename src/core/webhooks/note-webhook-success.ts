import type { CoreContext } from '#core/core-context.ts';
import type { Webhook } from '#core/webhooks/get-webhook.ts';

/** A webhook took a message: whatever was wrong with it is over. @throws Error when the database does not answer. */
export async function noteWebhookSuccess(
  { database }: Pick<CoreContext, 'database'>,
  { id, failingSince }: Pick<Webhook, 'id' | 'failingSince'>,
): Promise<void> {
  if (failingSince === null) return;
  await database.db.updateTable('targets').set({ failingSince: null }).where('id', '=', id).execute();
}
