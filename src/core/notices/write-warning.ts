import { z } from 'zod';
import { securityEventSchema } from '#contract/account.ts';
import { findOwnTexts } from '#core/account-language.ts';
import { issueLink, linkKinds } from '#core/links/secret-links.ts';
import type { NoticeContext } from '#core/notices/notify.ts';
import { renderMail } from '#core/render-mail.ts';
import type { SystemMail } from '#core/system-mail.ts';
import type { Db } from '#database/database.ts';

/** What one inbox may learn of an event. */
const warningSchema = securityEventSchema.omit({ name: true }).extend({
  recipient: z.string(),
  /** This inbox is the one that was removed. */
  own: z.boolean().optional(),
  /** When it happened (epoch milliseconds). */
  atMs: z.number(),
});
export type Warning = z.infer<typeof warningSchema>;

/** The name of a table of before: its rows went on as they were. */
export function warningContext(id: string) {
  return { field: 'security_mails.told', rowId: id };
}

/** A mail to one inbox about events of an account, with a link that locks it. */
export async function writeWarning(
  context: NoticeContext,
  db: Db,
  userId: string,
  rows: readonly { readonly id: string; readonly wordsSealed: Buffer }[],
): Promise<SystemMail> {
  const { keys, settings } = context;
  const events = rows.map(({ id, wordsSealed }) =>
    warningSchema.parse(JSON.parse(keys.open(warningContext(id), wordsSealed).toString())),
  );
  const { securityMail, language } = await findOwnTexts(db, userId);
  // Of one mail to one inbox: it locks the account, whatever becomes of the inbox.
  const { path } = await issueLink(db, context, 'lock_account', { userId });
  const words = securityMail(`${settings.publicUrl}${path}`, linkKinds.lock_account.lifeMs, events);
  // Nobody's quota: a full one must not keep a warning back.
  return { recipient: events[0]?.recipient ?? '', userId: null, ...renderMail(words, language) };
}
