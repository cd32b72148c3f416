import type { SmtpReply } from '#contract/smtp-replies.ts';
import type { SendingRefusal } from '#core/limits/check-sending-limits.ts';

/**
 * What a mail program is told when a sending limit is reached: which, and until when. Temporary where waiting helps, so
 * that the program tries again by itself.
 */
export function limitReply({ limit, max, window, until }: SendingRefusal): SmtpReply {
  const rule = `Limit reached: ${max} ${limit} within ${window === 'hour' ? 'an hour' : 'a day'}`;
  if (until === null) return { code: 550, enhanced: '5.7.1', text: `${rule}, which this message alone exceeds` };
  const minute = until.toISOString().slice(0, 16).replace('T', ' ');
  return { code: 452, enhanced: '4.7.1', text: `${rule}, try again after ${minute} UTC` };
}
