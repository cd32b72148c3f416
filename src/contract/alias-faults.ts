import { parseForwardTarget, splitForwardTo } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/** Dot-atom (RFC 5321 §4.1.2) of letters, digits, hyphen and underscore. */
const aliasName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** Whether a text can be the local part of an alias. */
export function isAliasName(text: string): boolean {
  return text.length <= limits.aliasMaxOctets && aliasName.test(text);
}

/** What can be wrong with an alias, in words. */
export const aliasFaults = {
  ...aliasFaultTexts,
  tooManyTargets: aliasFaultTexts.tooManyTargets(limits.targetsPerAlias),
  notesTooLong: aliasFaultTexts.notesTooLong(limits.notesMax),
} as const;

// The schemas say the same to the server; forms use these, as a page without the schemas' library loads much faster.

/** What is wrong with the name of an alias; null for nothing. */
export function findAliasFault(text: string): string | null {
  const name = text.trim();
  if (name === '') return aliasFaults.aliasRequired;
  return isAliasName(name) ? null : aliasFaults.aliasInvalid;
}

/** What is wrong with a forward-to text; null for nothing. */
export function findForwardToFault(text: string): string | null {
  if (text.length > limits.forwardToMax) return aliasFaults.tooManyTargets;
  const pieces = splitForwardTo(text);
  if (pieces.length === 0) return aliasFaults.targetRequired;
  return pieces.every((piece) => parseForwardTarget(piece) !== null) ? null : aliasFaults.targetsInvalid;
}

/** What is wrong with notes; null for nothing. */
export function findNotesFault(text: string): string | null {
  return text.length > limits.notesMax ? aliasFaults.notesTooLong : null;
}
