import type { RawMessage } from '#protocol/message/parse-message.ts';

const mebibyte = 1024 * 1024;

/**
 * What is written anew for each alias of a message: a hundred copies of a large header take a processor for seconds,
 * and bodies with a calendar are all in memory at once. Ordinary mail stays below a hundredth of it.
 */
const rewriteLimits = { fields: 100_000, headerBytes: 16 * mebibyte, calendarBodyBytes: 128 * mebibyte };

/** Whether a message is more than can be written anew for so many aliases. */
export function isTooMuchFor(aliases: number, { fields, body }: RawMessage, hasCalendar: boolean): boolean {
  return (
    aliases * fields.length > rewriteLimits.fields ||
    aliases * fields.reduce((bytes, { raw }) => bytes + raw.length, 0) > rewriteLimits.headerBytes ||
    (hasCalendar && aliases * body.length > rewriteLimits.calendarBodyBytes)
  );
}
