import type { DispatchResult } from '#mail/queue/keep-deliveries.ts';
import { commonFault } from '#mail/queue/report-failure.ts';
import type { RefusingAlias } from '#mail/held/sort-aliases.ts';
import { smtpReplies, unsavedReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** To a proven sender alone, who can mend the message. */
const faultReplies = { too_large: smtpReplies.tooLargeForRecipient, content: smtpReplies.contentRefused };

/**
 * The one reply for all deliveries of all recipients (RFC 5321 §4.2.5: after it, the message is ours or the sender's).
 * `taken`: dropped or held.
 */
export function replyTo(
  { accepted, refused, statuses, unsaved }: DispatchResult,
  own: {
    readonly taken: number;
    readonly looping: number;
    readonly over: number;
    readonly unusable: number;
    readonly refused: readonly RefusingAlias[];
    readonly senderProven: boolean;
  },
): SmtpReply {
  if (unsaved !== null) return unsavedReplies[unsaved];
  if (accepted > 0 || own.taken > 0) return smtpReplies.messageAccepted;
  if (own.unusable > 0) return smtpReplies.cannotEncrypt;
  if (refused > 0) {
    const fault = own.senderProven ? commonFault(statuses) : null;
    return fault === null ? smtpReplies.refusedByRecipient : faultReplies[fault];
  }
  if (own.over > 0) return smtpReplies.unknownRecipient;
  const [first] = own.refused;
  if (first !== undefined) return first.reply;
  return own.looping > 0 ? smtpReplies.looping : smtpReplies.refusedByRecipient;
}
