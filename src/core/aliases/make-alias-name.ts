import { adjectives, nouns } from '#core/aliases/alias-words.ts';
import type { Random } from '#platform/random.ts';

export const nameFormats = ['characters', 'uuid', 'words'] as const;
export type NameFormat = (typeof nameFormats)[number];

/** 32 characters, none of which is taken for another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const characterCount = 10;
/** A power of two like all counts here, so that random octets fall on each alike. */
const numberCount = 8_192;

function pick(list: readonly string[], octet: number): string {
  return list[octet % list.length] ?? '';
}

function makeCharacters(random: Random): string {
  return Array.from(random.bytes(characterCount), (octet) => alphabet[octet % alphabet.length]).join('');
}

/** Two words, of 64 each, and four digits. */
function makeWords(random: Random): string {
  const octets = random.bytes(4);
  const number = String(octets.readUInt16BE(2) % numberCount).padStart(4, '0');
  return `${pick(adjectives, octets.readUInt8(0))}.${pick(nouns, octets.readUInt8(1))}${number}`;
}

const makers: Readonly<Record<NameFormat, (random: Random) => string>> = {
  characters: makeCharacters,
  uuid: (random) => random.uuid(),
  words: makeWords,
};

/** A new random name for an alias. */
export function makeAliasName(random: Random, format: NameFormat): string {
  return makers[format](random);
}
