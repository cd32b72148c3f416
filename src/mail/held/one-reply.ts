import type { DispatchResult } from '#mail/queue/dispatch-result.ts';
import type { RefusingAlias } from '#mail/held/sort-aliases.ts';
import { smtpReplies, unsavedReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/**
 * The one reply for all deliveries of all recipients (RFC 5321 §4.2.5: after it, the message is ours or the sender's).
 * `taken`: dropped or held.
 */
export function replyTo(
  { accepted, refused, unsaved }: DispatchResult,
  own: {
    readonly taken: number;
    readonly looping: number;
    readonly over: number;
    readonly unusable: number;
    readonly refused: readonly RefusingAlias[];
  },
): SmtpReply {
  if (unsaved !== null) return unsavedReplies[unsaved];
  if (accepted > 0 || own.taken > 0) return smtpReplies.messageAccepted;
  if (own.unusable > 0) return smtpReplies.cannotEncrypt;
  if (refused > 0) return smtpReplies.refusedByRecipient;
  if (own.over > 0) return smtpReplies.unknownRecipient;
  const [first] = own.refused;
  if (first !== undefined) return first.reply;
  return own.looping > 0 ? smtpReplies.looping : smtpReplies.refusedByRecipient;
}
