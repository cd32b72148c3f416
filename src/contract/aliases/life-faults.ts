import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { lifeFaultTexts } from '#messages/life-faults.ts';

/** What can be wrong with labels and with the life of an alias, in words. */
export const lifeFaults = {
  ...lifeFaultTexts,
  labelTooLong: lifeFaultTexts.labelTooLong(lifeLimits.labelMax),
  tooManyLabels: lifeFaultTexts.tooManyLabels(lifeLimits.labelsPerAccount),
  expiry: lifeFaultTexts.expiry(lifeLimits.expiryYearsMax),
  maxMessages: lifeFaultTexts.maxMessages(lifeLimits.maxMessagesMax),
  idleDays: lifeFaultTexts.idleDays(lifeLimits.idleDaysMax),
  tooManyIds: lifeFaultTexts.tooManyIds(lifeLimits.bulkIdsMax),
} as const;

/** What is wrong with the name of a label; null for nothing. Commas part labels in forms and files. */
export function findLabelFault(text: string): string | null {
  const name = text.trim();
  if (name === '') return lifeFaults.labelRequired;
  if (name.length > lifeLimits.labelMax) return lifeFaults.labelTooLong;
  return /[\p{Cc},]/u.test(name) ? lifeFaults.labelInvalid : null;
}

/** The labels that a text names, each once, in its order. */
export function splitLabels(text: string): string[] {
  const names = text.split(',').map((piece) => piece.trim());
  return [...new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name])).values()];
}
