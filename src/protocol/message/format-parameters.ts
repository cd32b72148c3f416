import { printableAscii } from '#protocol/message/encode-word.ts';

const tokenOnly = /^[\w!#$&+.^`{|}~-]+$/;
/** Octets of a value that stand on one line. */
const maxPlain = 60;

/** RFC 5987 attr-char: safe in an extended value. */
function percentEncode(character: string): string {
  return /^[\w!#$&+.^`|~-]$/.test(character)
    ? character
    : Buffer.from(character).toString('hex').toUpperCase().replaceAll(/../g, '%$&');
}

/** Continuations of at most `maxPlain` characters, split between characters only (RFC 2231 §4.1). */
function continuations(name: string, value: string): string[] {
  const sections: string[] = [];
  let section = "utf-8''";
  for (const piece of [...value.toWellFormed()].map(percentEncode)) {
    if (section.length + piece.length > maxPlain) {
      sections.push(section);
      section = '';
    }
    section += piece;
  }
  sections.push(section);
  if (sections.length === 1) return [`${name}*=${sections[0] ?? ''}`];
  return sections.map((text, index) => `${name}*${index}*=${text}`);
}

function formatParameter(name: string, value: string): string[] {
  if (tokenOnly.test(value) && value.length <= maxPlain) return [`${name}=${value}`];
  const isPlain = printableAscii.test(value) && !/ {2}|^ | $/.test(value) && value.length <= maxPlain;
  return isPlain ? [`${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`] : continuations(name, value);
}

/**
 * The value of a structured field with its parameters (RFC 2045 §5.1), ready for `makeField`: plain or quoted where
 * ASCII, else in the extended form (RFC 2231). Names must be tokens.
 */
export function formatParameters(value: string, parameters: Iterable<readonly [string, string]>): string {
  return [value, ...[...parameters].flatMap(([name, text]) => formatParameter(name, text))].join('; ');
}
