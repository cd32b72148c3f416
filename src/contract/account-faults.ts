import { parseCorrespondent, parseEmailAddress } from '#contract/email-address.ts';
import { limits } from '#contract/limits.ts';
import { apiKeyFaultTexts, accountFaultTexts } from '#messages/faults.ts';

/** What may be wrong with what somebody signs in with, in the words of the forms and of the API. */
export const accountFaults = {
  ...accountFaultTexts,
  passwordTooShort: accountFaultTexts.passwordTooShort(limits.passwordMin),
  passwordTooLong: accountFaultTexts.passwordTooLong(limits.passwordMaxBytes),
} as const;

const encoder = new TextEncoder();

/** Bounds the work of hashing. */
export function fitsPassword(text: string): boolean {
  return encoder.encode(text).length <= limits.passwordMaxBytes;
}

/** The first fault of an email, if any. */
export function findEmailFault(text: string): string | null {
  return parseEmailAddress(text) === null ? accountFaults.email : null;
}

/** The same of somebody to write to, or to block. */
export function findCorrespondentFault(text: string): string | null {
  return parseCorrespondent(text) === null ? accountFaults.email : null;
}

/** The first fault of a password that is to be set, if any. */
export function findPasswordFault(text: string): string | null {
  if (text.length < limits.passwordMin) return accountFaults.passwordTooShort;
  return fitsPassword(text) ? null : accountFaults.passwordTooLong;
}

/** The first fault of a password that is already set, if any: only the server knows whether it is right. */
export function findCurrentPasswordFault(text: string): string | null {
  if (text === '') return accountFaults.passwordMissing;
  return fitsPassword(text) ? null : accountFaults.passwordTooLong;
}

/** The first fault of a code of the second factor, if any. */
export function findCodeFault(text: string): string | null {
  const code = text.trim();
  if (code === '') return accountFaults.codeMissing;
  return code.length > limits.secondFactorCodeMax ? accountFaults.codeInvalid : null;
}

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
