import { findOwnTexts } from '#core/account-language.ts';
import { renderMail } from '#core/render-mail.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { maxTextOctets } from '#mail/as-alias/read-draft.ts';
import type { ReplyRefusal } from '#mail/as-alias/write-as-alias.ts';
import { sendSystemMail } from '#mail/queue/send-own-mail.ts';
import { mailTexts, type MailTexts } from '#messages/all-languages.ts';

/** Names of charsets are short; what else stands there may be anything. */
const maxCharset = 40;

/** Why an owner's message as an alias is not sent, in one line. For the owner only. */
export function explainRefusal(
  reason: ReplyRefusal,
  { identityWords, replyRefusals }: MailTexts = mailTexts.en,
): string {
  switch (reason.kind) {
    case 'other_recipients':
      return replyRefusals.other_recipients(reason.addresses);
    case 'identity':
      return replyRefusals.identity(identityWords[reason.identity]);
    case 'charset':
      return replyRefusals.charset(reason.charset.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, maxCharset));
    case 'unreadable':
      return replyRefusals.unreadable(maxTextOctets);
    case 'too_many':
      return replyRefusals.too_many(reason);
    default:
      return replyRefusals[reason.kind];
  }
}

export interface Explanation {
  readonly userId: string;
  /** The inbox that wrote: it is proven to be the owner's. */
  readonly inbox: string;
  /** `name@domain`. */
  readonly alias: string;
  readonly reason: ReplyRefusal;
  /** How often that is told. */
  readonly limit: 'absenceNotesPerUser' | 'explanationsPerUser';
}

/**
 * Tells a proven owner why their message as an alias was not sent; nobody else ever learns it. False when the account
 * was told too often today: then the reply to the sending server must tell. @throws Error when the database cannot
 * commit.
 */
export async function explainToOwner(
  context: AsAliasContext,
  { userId, inbox, alias, reason, limit }: Explanation,
): Promise<boolean> {
  if (!(await context.limiter.tryTake(limit, { userId }))) return false;
  const texts = await findOwnTexts(context.queue.database.db, userId);
  const mail = renderMail(texts.failureMails.notSent(alias, explainRefusal(reason, texts)), texts.language);
  await sendSystemMail(context.queue, { ...mail, recipient: inbox, userId });
  return true;
}

/**
 * Tells an owner that an absence note or a report of theirs was dropped, once in seven days: it would answer everybody who writes to
 * an alias. @throws Error when the database cannot commit.
 */
export async function tellOfDropped(
  { limiter, queue }: AsAliasContext,
  kind: 'absence' | 'report',
  { userId, inbox, address }: { readonly userId: string; readonly inbox: string; readonly address: string },
): Promise<void> {
  if (!(await limiter.tryTake('absenceNotesPerUser', { userId }))) return;
  const texts = await findOwnTexts(queue.database.db, userId);
  const { absenceNote, ownReport } = texts.heldMails;
  const words = kind === 'report' ? ownReport(address) : absenceNote(address);
  const mail = renderMail(words, texts.language);
  await sendSystemMail(queue, { ...mail, recipient: inbox, userId });
}
