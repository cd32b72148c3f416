import type { SmtpReply } from '#contract/smtp-replies.ts';
import type { SendingRefusal } from '#core/limits/sending-limits.ts';
import { sendingLimitText } from '#messages/server/smtp-replies.ts';

/**
 * What a mail program is told when a sending limit is reached: which, and until when. Temporary where waiting helps, so
 * that the program tries again by itself.
 */
export function limitReply({ limit, max, window, until }: SendingRefusal): SmtpReply {
  const text = sendingLimitText({ max, what: limit, window }, until);
  return until === null ? { code: 550, enhanced: '5.7.1', text } : { code: 452, enhanced: '4.7.1', text };
}
