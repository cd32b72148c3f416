import type { AliasFormat } from '#contract/account/formats.ts';
import type { Random } from '#platform/random.ts';

function split(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** 64 words that offend nobody, with whatever noun they come together. */
const adjectives = split(`
  amber ancient autumn azure balmy brave breezy bright brisk calm candid chilly clear clever cosy crisp curious dapper
  distant dusty eager early fabled fair fluffy frosty gentle gilded glad golden hardy hazel hidden humble ivory jolly
  keen kind lively lofty lucid lunar mellow merry mild misty modest noble olive patient placid polar quiet rapid rosy
  rustic silver snowy steady sunny tidy vivid warm witty
`);

/** 64 things and animals. */
const nouns = split(`
  acorn anchor apple badger barley basin beacon birch bison brook canoe cedar cliff clover comet crane creek dune
  ember falcon fern finch fjord forest fox garden glade grove harbor heron hill island ivy juniper kite lagoon lake
  lantern larch lark linden lynx maple marsh meadow moss oak orchard otter pebble pine plum quill raven reed ridge
  river robin sparrow spruce thistle tulip willow wren
`);

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

const makers: Readonly<Record<AliasFormat, (random: Random) => string>> = {
  characters: makeCharacters,
  uuid: (random) => random.uuid(),
  words: makeWords,
};

/** A new random name for an alias. */
export function makeAliasName(random: Random, format: AliasFormat): string {
  return makers[format](random);
}
