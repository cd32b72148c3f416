import type { CoreContext } from '#core/core-context.ts';
import { type NoticeContext, notify } from '#core/notices/notify.ts';
import { shareAccount } from '#core/user-row.ts';
import type { Webhook } from '#core/webhooks/webhooks.ts';

/** What is noted about webhooks, and who tells their owners. */
export interface WebhookNotes extends NoticeContext {
  /** How long mail waits for a webhook before it is given up. */
  readonly giveUpAfterMs: number;
}

/** A webhook that took nothing for so long is disabled. */
const patienceMs = 3 * 24 * 60 * 60 * 1000;

/** Its owner is told in the same transaction; of several failures at once one tells. */
async function disable(notes: WebhookNotes, { id, userId, url }: Webhook, failedMs: number | null): Promise<void> {
  await notes.database.db.transaction().execute(async (transaction) => {
    await shareAccount(transaction, userId);
    const { numUpdatedRows } = await transaction
      .updateTable('targets')
      .set({ disabledAt: new Date(notes.clock.now()) })
      .where('id', '=', id)
      .where('disabledAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const values = [new URL(url).host, failedMs, notes.giveUpAfterMs] as const;
    await notify(notes, { kind: 'webhook_off', userId, values }, transaction);
  });
}

/**
 * A webhook did not take a message. `gone`: it wants none (410) and is disabled at once; otherwise it is disabled after
 * three days without one success. Its owner is told. @throws Error when the database or the queue does not answer.
 */
export async function noteWebhookFailure(notes: WebhookNotes, webhook: Webhook, gone: boolean): Promise<void> {
  const { clock, database } = notes;
  if (gone) return disable(notes, webhook, null);
  if (webhook.failingSince === null) {
    await database.db
      .updateTable('targets')
      .set({ failingSince: new Date(clock.now()) })
      .where('id', '=', webhook.id)
      .where('failingSince', 'is', null)
      .execute();
    return;
  }
  if (clock.now() - webhook.failingSince.getTime() >= patienceMs) await disable(notes, webhook, patienceMs);
}

/** A webhook took a message: whatever was wrong with it is over. @throws Error when the database does not answer. */
export async function noteWebhookSuccess(
  { database }: Pick<CoreContext, 'database'>,
  { id, failingSince }: Pick<Webhook, 'id' | 'failingSince'>,
): Promise<void> {
  if (failingSince === null) return;
  await database.db.updateTable('targets').set({ failingSince: null }).where('id', '=', id).execute();
}
