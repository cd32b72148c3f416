import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';
import type { Random } from '#platform/random.ts';

/** By which people, and scanners of published code, know what a text is. */
const prefix = 'kauke_';

/** A new API key: `text` for its holder, `hash` for the database. */
export function makeApiKeyText(random: Random): { text: string; hash: Buffer } {
  const { token, hash } = makeSecretToken(random);
  return { text: `${prefix}${token}`, hash };
}

/** The hash of a key somebody presents; null when it cannot be one of ours. */
export function hashApiKeyText(text: string): Buffer | null {
  return text.startsWith(prefix) ? hashSecretToken(text.slice(prefix.length)) : null;
}
