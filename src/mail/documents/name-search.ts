/** A name as octets of one encoding, and how many of them a character has. */
interface Needle {
  readonly octets: Buffer;
  readonly width: 1 | 2;
  /** Where in a character of two octets the letter stands. */
  readonly low: 0 | 1;
}

/** Shorter or single words stand everywhere. */
const minWords = 2;
const minLetters = 6;

function inEncodings(text: string): Needle[] {
  const wide = Buffer.from(text, 'utf16le');
  const narrow = { width: 1, low: 0 } as const;
  return [
    { octets: Buffer.from(text), ...narrow },
    { octets: Buffer.from(text, 'latin1'), ...narrow },
    { octets: wide, width: 2, low: 0 },
    { octets: Buffer.from(wide).swap16(), width: 2, low: 1 },
  ];
}

/** As it is written and as a file of people sorts it. */
function formsOf(name: string): string[] {
  const words = name
    .replaceAll(/[\p{Cc}\p{P}\p{S}\s]+/gu, ' ')
    .trim()
    .split(' ');
  if (words.length < minWords || words.join('').length < minLetters) return [];
  const last = words.at(-1) ?? '';
  const first = words.slice(0, -1).join(' ');
  const orders = [words.join(' '), `${last}, ${first}`, `${last} ${first}`, name.trim()];
  return orders.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]);
}

function isLetter(octet = 0): boolean {
  return /[a-z\d]/i.test(String.fromCharCode(octet));
}

function holds(octets: Buffer, { octets: needle, width, low }: Needle): boolean {
  for (let at = octets.indexOf(needle); at !== -1; at = octets.indexOf(needle, at + 1)) {
    if (!isLetter(octets[at - width + low]) && !isLetter(octets[at + needle.length + low])) return true;
  }
  return false;
}

/**
 * Finds display names in octets of any kind, in UTF-8, Latin-1 or UTF-16; only names of at least two words, with six
 * letters together.
 */
export function createNameSearch(names: readonly string[]): (octets: Buffer) => boolean {
  const needles = names.flatMap(formsOf).flatMap(inEncodings);
  const distinct = [...new Map(needles.map((needle) => [needle.octets.toString('hex'), needle])).values()];
  return (octets) => distinct.some((needle) => holds(octets, needle));
}
