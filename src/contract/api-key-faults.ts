import { limits } from '#contract/limits.ts';

/** What may be wrong with a new API key, in the words of the form and of the API. */
export const apiKeyFaults = {
  nameRequired: 'Name is required',
  nameTooLong: `A name must be ${limits.apiKeyNameMax} characters or less`,
  days: `A key lasts between 1 and ${limits.apiKeyDaysMax} days`,
} as const;

/** The first fault of the name of an API key, if any. */
export function findApiKeyNameFault(text: string): string | null {
  const name = text.trim();
  if (name === '') return apiKeyFaults.nameRequired;
  return name.length > limits.apiKeyNameMax ? apiKeyFaults.nameTooLong : null;
}
