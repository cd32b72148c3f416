import type { DispatchResult } from '#mail/queue/keep-deliveries.ts';
import { commonFault } from '#mail/queue/report-failure.ts';
import type { RefusingAlias } from '#mail/held/sort-aliases.ts';
import { smtpReplies, unsavedReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** To a proven sender alone, who can mend the message. */
const faultReplies = { too_large: smtpReplies.tooLargeForRecipient, content: smtpReplies.contentRefused };

/** What becomes of a message as a whole, and so what its sender hears. */
export interface MessageFate {
  /** Held and dropped sound like accepted. */
  readonly kind: 'accepted' | 'held' | 'dropped' | 'refused' | 'deferred';
  readonly reply: SmtpReply;
}

/** The message is ours: its sender keeps it no longer. */
export function isTaken({ kind }: MessageFate): boolean {
  return kind === 'accepted' || kind === 'held' || kind === 'dropped';
}

/** The fate of a message that nobody takes. */
export function refusalBy(reply: SmtpReply): MessageFate {
  return { kind: reply.code < 500 ? 'deferred' : 'refused', reply };
}

/** What of a message goes to nobody's inbox, by number of aliases. */
interface Kept {
  readonly held: number;
  readonly dropped: number;
  readonly looping: number;
  readonly over: number;
  readonly unusable: number;
  readonly refused: readonly RefusingAlias[];
  readonly senderProven: boolean;
}

/** The one fate for all deliveries of all recipients (RFC 5321 §4.2.5: after its reply, the message is ours or the sender's). */
export function decideFate(result: DispatchResult, kept: Kept): MessageFate {
  const { accepted, unsaved } = result;
  if (unsaved !== null) return refusalBy(unsavedReplies[unsaved]);
  const reply = smtpReplies.messageAccepted;
  if (accepted > 0) return { kind: 'accepted', reply };
  if (kept.held > 0) return { kind: 'held', reply };
  return kept.dropped > 0 ? { kind: 'dropped', reply } : refusalBy(whyRefused(result, kept));
}

function whyRefused({ refused, statuses }: DispatchResult, kept: Kept): SmtpReply {
  if (kept.unusable > 0) return smtpReplies.cannotEncrypt;
  if (refused > 0) {
    const fault = kept.senderProven ? commonFault(statuses) : null;
    return fault === null ? smtpReplies.refusedByRecipient : faultReplies[fault];
  }
  if (kept.over > 0) return smtpReplies.unknownRecipient;
  const [first] = kept.refused;
  if (first !== undefined) return first.reply;
  return kept.looping > 0 ? smtpReplies.looping : smtpReplies.refusedByRecipient;
}
