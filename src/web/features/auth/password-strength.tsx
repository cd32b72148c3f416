import { limits } from '#contract/limits.ts';
import { newPasswordMessages } from '#messages/pages/passwords.ts';

/** How hard a password is to guess, roughly; null while it is too short to be taken. */
type Strength = 'weak' | 'fair' | 'strong';

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];
const runs = /^(?:(.)\1*|(?:0?1234567\d*)|(?:qwert[a-z]*)|(?:pass ?w[o0]rd.*))$/iu;

/**
 * Length counts most, variety a little, and well-known beginnings not at all. A hint and no rule: only the length is
 * asked for.
 */
export function estimateStrength(password: string): Strength | null {
  if (password.length < limits.passwordMin) return null;
  const variety = kinds.filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (runs.test(password) || distinct < 5) return 'weak';
  const score = distinct + variety * 2;
  if (score < 12) return 'weak';
  return score < 18 ? 'fair' : 'strong';
}

/** Says what a new password is worth, while it is typed. */
export function StrengthHint({ password }: { password: string }) {
  const strength = estimateStrength(password);
  return (
    <span role="status" className="text-note text-soft">
      {strength !== null && newPasswordMessages.strength[strength]}
    </span>
  );
}
