import { notify } from '#core/notices/notify.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { maxTextOctets } from '#mail/as-alias/read-draft.ts';
import type { ReplyRefusal } from '#mail/as-alias/write-as-alias.ts';
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

interface Explanation {
  readonly userId: string;
  /** The inbox that wrote: it is proven to be the owner's. */
  readonly inbox: string;
  /** `name@domain`. */
  readonly address: string;
  readonly reason: ReplyRefusal;
  /** It came from the null reverse-path. */
  readonly isNull: boolean;
}

/**
 * Tells a proven owner why their message as an alias was not sent; nobody else ever learns it. False when the account
 * was told too often today: then the reply to the sending server must tell. @throws Error when the database cannot
 * commit.
 */
export function explainToOwner(
  { queue }: AsAliasContext,
  { userId, inbox: recipient, address, reason, isNull }: Explanation,
): Promise<boolean> {
  const kind = isNull ? 'null_not_sent' : 'not_sent';
  const explain = (texts: MailTexts): string => explainRefusal(reason, texts);
  return notify(queue, { kind, userId, recipient, subject: { userId }, values: [address, explain] });
}

/**
 * Tells an owner that an absence note or a report of theirs was dropped, once in seven days: it would answer everybody who writes to
 * an alias. @throws Error when the database cannot commit.
 */
export async function tellOfDropped(
  { queue }: AsAliasContext,
  kind: 'absence' | 'report',
  { userId, inbox: recipient, address }: Pick<Explanation, 'userId' | 'inbox' | 'address'>,
): Promise<void> {
  const told = { userId, recipient, subject: { userId }, values: [address] } as const;
  await notify(queue, { kind: kind === 'report' ? 'own_report' : 'absence_note', ...told });
}
