import { limits } from '#contract/limits.ts';
import { fromNameFaultTexts } from '#messages/faults.ts';

const fromNameFaults = {
  tooLong: fromNameFaultTexts.tooLong(limits.fromNameMax),
  invalid: fromNameFaultTexts.invalid,
} as const;

/** Controls, line breaks, what turns the direction of writing, what passes for an address, and for an encoded word (RFC 2047). */
const misleading = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff@<>]|=\?/u;

/** What is wrong with a name to send with; null for nothing. */
export function findFromNameFault(text: string): string | null {
  if ([...text].length > limits.fromNameMax) return fromNameFaults.tooLong;
  return misleading.test(text) ? fromNameFaults.invalid : null;
}
