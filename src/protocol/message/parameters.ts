import { decodeCharset, decodeWords, printableAscii } from '#protocol/message/encoded-words.ts';

/** A structured value of a Content-* field (RFC 2045 §5.1): `text/plain; charset=utf-8`. */
export interface ParameterValue {
  /** Lower case, without parameters, quotes and blanks around a slash; empty when the field has none. */
  readonly value: string;
  /** Names in lower case; continuations joined, charsets and encoded words decoded (RFC 2231, RFC 2047). */
  readonly parameters: ReadonlyMap<string, string>;
}

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
  // RFC 2046 §5.1.1: of at most 70 characters; not all programs know another form of it.
  const isShort = value.length <= (name === 'boundary' ? 70 : maxPlain);
  if (tokenOnly.test(value) && isShort) return [`${name}=${value}`];
  const isPlain = printableAscii.test(value) && !/ {2}|^ | $/.test(value) && isShort;
  return isPlain ? [`${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`] : continuations(name, value);
}

/**
 * The value of a structured field with its parameters (RFC 2045 §5.1), ready for `makeField`: plain or quoted where
 * ASCII, else in the extended form (RFC 2231). Names must be tokens.
 */
export function formatParameters(value: string, parameters: Iterable<readonly [string, string]>): string {
  return [value, ...[...parameters].flatMap(([name, text]) => formatParameter(name, text))].join('; ');
}

/** What a field is read of, in UTF-16 units, and how many parameters. */
const maxRead = 32 * 1024;
const maxParameters = 200;

/**
 * One parameter: name, then a quoted string (perhaps unclosed) or a run without separators. Every alternative starts
 * with another character, so reading is linear.
 */
const eachParameter = /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)(?:"|\\?$)|([^;]*))/g;

/** `name*`, `name*0`, `name*0*` (RFC 2231 §3, §4). */
const extendedName = /^([^*]+)\*(?:(\d{1,3})(\*)?)?$/;

interface Section {
  readonly index: number;
  readonly encoded: boolean;
  readonly text: string;
}

/** A quoted string, closed or not: one that could fail at its end would be tried again from each quote within it. */
const quotedOrComment = /("(?:[^"\\]|\\[^])*(?:"|\\?$))|\([^()]*\)/g;

/** Comments (RFC 822 §3.4.3) in the unquoted parts of a value; senders no longer nest them here. */
function withoutComments(text: string): string {
  return text.includes('(') ? text.replaceAll(quotedOrComment, (_, quoted?: string) => quoted ?? '') : text;
}

function percentDecode(text: string): Buffer {
  return Buffer.from(
    Buffer.from(text)
      .toString('latin1')
      .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
}

function joinSections(sections: readonly Section[]): string {
  const ordered = sections.toSorted((one, other) => one.index - other.index);
  const [first] = ordered;
  if (first === undefined) return '';
  const prefix = first.encoded ? /^([^']*)'[^']*'/.exec(first.text) : null;
  const octets = ordered.map(({ encoded, text }, index) => {
    const rest = index === 0 && prefix !== null ? text.slice(prefix[0].length) : text;
    return encoded ? percentDecode(rest) : Buffer.from(rest);
  });
  const label = prefix?.[1] ?? '';
  return decodeCharset(Buffer.concat(octets), label === '' ? 'utf-8' : label.toLowerCase());
}

/** Sorts one parameter under its plain name; of two with the same plain name the first counts. */
function collect(
  { parameters, extended }: { parameters: Map<string, string>; extended: Map<string, Section[]> },
  name: string,
  text: string,
): void {
  const [, base, index, star] = extendedName.exec(name) ?? [];
  if (base === undefined) {
    // Boundaries begin with `=?` now and then and stand in the body as they are.
    if (!parameters.has(name)) parameters.set(name, name === 'boundary' ? text : decodeWords(text));
    return;
  }
  const section = { index: Number(index ?? 0), encoded: index === undefined || star !== undefined, text };
  extended.set(base, [...(extended.get(base) ?? []), section]);
}

/**
 * Reads a structured value with parameters (RFC 2045 §5.1, RFC 2183, RFC 2231), as `fieldText` gives it. Lenient and
 * linear: what cannot be read is left out, an extended form wins over a plain one. Never throws.
 */
export function parseParameters(text: string): ParameterValue {
  const read = withoutComments(text.slice(0, maxRead));
  const [value = ''] = read.split(';', 1);
  const parameters = new Map<string, string>();
  const extended = new Map<string, Section[]>();
  let count = 0;
  for (const [, name = '', quoted, bare = ''] of read.slice(value.length).matchAll(eachParameter)) {
    if ((count += 1) > maxParameters) break;
    const given = quoted === undefined ? bare.trim() : quoted.replaceAll(/\\([^])/g, '$1');
    collect({ parameters, extended }, name.toLowerCase(), given);
  }
  for (const [name, sections] of extended) parameters.set(name, joinSections(sections));
  // It does not end in a blank (RFC 2046 §5.1.1), as delimiter lines do.
  const boundary = parameters.get('boundary');
  if (boundary !== undefined) parameters.set('boundary', boundary.trimEnd());
  const written = value.trim().toLowerCase();
  if (!/["\s]/.test(written)) return { value: written, parameters };
  // Programs read `"text/calendar"` and `text / calendar` as what was meant.
  const words = written.replaceAll('"', '').split('/', 3);
  return { value: words.map((word) => word.trim()).join('/'), parameters };
}
