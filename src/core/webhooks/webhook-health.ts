import { findOwnTexts } from '#core/account-language.ts';
import type { CoreContext } from '#core/core-context.ts';
import { renderMail } from '#core/render-mail.ts';
import type { SystemMailer } from '#core/system-mail.ts';
import { findOwnerInbox } from '#core/targets/owner-inbox.ts';
import type { Webhook } from '#core/webhooks/webhooks.ts';

/** What is noted about webhooks, and who tells their owners. */
export interface WebhookNotes extends Pick<CoreContext, 'database' | 'keys' | 'clock'> {
  readonly mailer: SystemMailer;
  /** Origin without a trailing slash. */
  readonly publicUrl: string;
  /** How long mail waits for a webhook before it is given up. */
  readonly giveUpAfterMs: number;
}

/** A webhook that took nothing for so long is disabled. */
const patienceMs = 3 * 24 * 60 * 60 * 1000;

async function tellOwner(
  { database, keys, mailer, publicUrl, giveUpAfterMs }: WebhookNotes,
  { userId, url }: Webhook,
  reason: 'gone' | 'failing',
): Promise<void> {
  const recipient = await findOwnerInbox({ database, keys }, userId);
  if (recipient === null) return;
  const { accountMails, language } = await findOwnTexts(database.db, userId);
  const told = reason === 'gone' ? accountMails.webhookGone : accountMails.webhookFailing(patienceMs);
  const about = { reason: told, keptMs: giveUpAfterMs, link: `${publicUrl}/settings/inboxes` };
  const mail = renderMail(accountMails.webhookOff(new URL(url).host, about), language);
  await mailer.send({ recipient, userId, ...mail });
}

async function disable(notes: WebhookNotes, webhook: Webhook, reason: 'gone' | 'failing'): Promise<void> {
  const { numUpdatedRows } = await notes.database.db
    .updateTable('targets')
    .set({ disabledAt: new Date(notes.clock.now()) })
    .where('id', '=', webhook.id)
    .where('disabledAt', 'is', null)
    .executeTakeFirstOrThrow();
  // Of several failures at once one tells.
  if (numUpdatedRows > 0n) await tellOwner(notes, webhook, reason);
}

/**
 * A webhook did not take a message. `gone`: it wants none (410) and is disabled at once; otherwise it is disabled after
 * three days without one success. Its owner is told. @throws Error when the database or the queue does not answer.
 */
export async function noteWebhookFailure(notes: WebhookNotes, webhook: Webhook, gone: boolean): Promise<void> {
  const { clock, database } = notes;
  if (gone) return disable(notes, webhook, 'gone');
  if (webhook.failingSince === null) {
    await database.db
      .updateTable('targets')
      .set({ failingSince: new Date(clock.now()) })
      .where('id', '=', webhook.id)
      .where('failingSince', 'is', null)
      .execute();
    return;
  }
  if (clock.now() - webhook.failingSince.getTime() >= patienceMs) await disable(notes, webhook, 'failing');
}

/** A webhook took a message: whatever was wrong with it is over. @throws Error when the database does not answer. */
export async function noteWebhookSuccess(
  { database }: Pick<CoreContext, 'database'>,
  { id, failingSince }: Pick<Webhook, 'id' | 'failingSince'>,
): Promise<void> {
  if (failingSince === null) return;
  await database.db.updateTable('targets').set({ failingSince: null }).where('id', '=', id).execute();
}
