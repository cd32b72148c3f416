import { limits } from '#contract/limits.ts';
import { apiKeyFaultTexts } from '#messages/faults.ts';

/** What may be wrong with a new API key, in the words of the form and of the API. */
export const apiKeyFaults = {
  ...apiKeyFaultTexts,
  nameTooLong: apiKeyFaultTexts.nameTooLong(limits.apiKeyNameMax),
  days: apiKeyFaultTexts.days(limits.apiKeyDaysMax),
} as const;

/** The first fault of the name of an API key, if any. */
export function findApiKeyNameFault(text: string): string | null {
  const name = text.trim();
  if (name === '') return apiKeyFaults.nameRequired;
  return name.length > limits.apiKeyNameMax ? apiKeyFaults.nameTooLong : null;
}
