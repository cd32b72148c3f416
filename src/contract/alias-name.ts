import { limits } from '#contract/limits.ts';

/** Dot-atom (RFC 5321 §4.1.2) of letters, digits, hyphen and underscore. */
const aliasName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** Whether a text can be the local part of an alias. */
export function isAliasName(text: string): boolean {
  return text.length <= limits.aliasMaxOctets && aliasName.test(text);
}
