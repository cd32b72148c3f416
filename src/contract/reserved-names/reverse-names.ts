/**
 * How the name of a reverse address is written: with `=`, which can stand in no alias, or with what every form takes. Both stand for
 * the same correspondent, for ever.
 */
export type ReverseSpelling = 'equals' | 'plain';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const tokenLength = 26;
const checkLength = 7;

/** A name of either spelling within a text, as the source of a pattern without groups; whether its check holds, `readReverseName` says. */
export const reverseForm = `reply(?:=[a-z2-7]{${tokenLength}}|\\.[a-z2-7]{${tokenLength + checkLength}})`;
const wholeForm = new RegExp(`^${reverseForm}$`);
const prefixLength = 'reply='.length;

/** CRC-32 (RFC 1952 §8) of the token in base32: so no name reads as a reverse address by chance, nor with letters mistaken. */
function checkOf(token: string): string {
  let rest = 0xff_ff_ff_ff;
  for (let at = 0; at < token.length; at += 1) {
    rest ^= token.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest % 2 === 0 ? 0 : 0xed_b8_83_20);
  }
  const sum = ~rest >>> 0;
  const places = Array.from({ length: checkLength }, (_, place) => 32 ** (checkLength - 1 - place));
  return places.map((worth) => alphabet[Math.floor(sum / worth) % 32]).join('');
}

/** The name of the reverse address of a token: 26 characters, base32 in lower case. */
export function writeReverseName(token: string, spelling: ReverseSpelling): string {
  return spelling === 'equals' ? `reply=${token}` : `reply.${token}${checkOf(token)}`;
}

/** The token of a name in lower case; null: it is no reverse address's. Says nothing about whether the token is known. */
export function readReverseName(name: string): string | null {
  if (!wholeForm.test(name)) return null;
  const token = name.slice(prefixLength, prefixLength + tokenLength);
  return name === writeReverseName(token, name.startsWith('reply=') ? 'equals' : 'plain') ? token : null;
}

/** Whether a name, in any case, would be taken for a reverse address: no alias may have it. */
export function isReverseName(name: string): boolean {
  return readReverseName(name.toLowerCase()) !== null;
}
