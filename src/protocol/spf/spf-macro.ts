/** A piece of a macro-string (RFC 7208 §7.1). */
export type MacroPiece =
  | { readonly kind: 'literal'; readonly text: string }
  /** `%%`, `%_`, `%-`, already decoded. */
  | { readonly kind: 'escape'; readonly text: string }
  | {
      readonly kind: 'value';
      readonly letter: MacroLetter;
      /** Upper case in the record: escaped as in a URL. */
      readonly escaped: boolean;
      /** How many parts from the right; Infinity: all. */
      readonly parts: number;
      readonly reversed: boolean;
      readonly delimiters: string;
    };

export type MacroString = readonly MacroPiece[];

const macroLetters = ['s', 'l', 'o', 'd', 'i', 'p', 'h', 'v'] as const;
type MacroLetter = (typeof macroLetters)[number];

/** Macro values, what each letter stands for; `p` costs look-ups and is worked out only where it stands. */
export type MacroValues = Readonly<Record<Exclude<MacroLetter, 'p'>, string>> & { readonly p: () => Promise<string> };

const escapes: Readonly<Record<string, string>> = { '%%': '%', '%_': ' ', '%-': '%20' };
const onePiece = /([\x21-\x24\x26-\x7e]+)|(%[%_-])|%\{([a-z])([0-9]*)(r?)([.\-+,/_=]*)\}/iy;
/** RFC 7208 §7.1 `toplabel`: no number. */
const topLabel = /^(?:[a-z0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])$/i;
const maxLabelLength = 63;

/** RFC 7208 §7.1 `domain-end`, where it is no macro. */
function endsInTopLabel(text: string): boolean {
  const [, label] = /\.([^.]*)$/.exec(text.slice(-maxLabelLength - 2).replace(/\.$/, '')) ?? [];
  return label !== undefined && topLabel.test(label);
}

/** Its letter may be c, r or t as well, which stand in explanations only (RFC 7208 §7.2). */
const anyLetter = /^[slodiphcrtv]$/;

/** `%{…}`: letter, digits, `r`, delimiters. */
function readValue(
  letter: string,
  digits: string,
  reverse: string,
  delimiters: string,
): MacroPiece | 'explanation-only' | null {
  const lower = letter.toLowerCase();
  const parts = digits === '' ? Infinity : Number(digits);
  if (!anyLetter.test(lower) || parts === 0) return null;
  const known = macroLetters.find((each) => each === lower);
  if (known === undefined) return 'explanation-only';
  const reversed = reverse !== '';
  return { kind: 'value', letter: known, escaped: letter !== lower, parts, reversed, delimiters: delimiters || '.' };
}

function readPiece([, literal, escape, letter = '', digits = '', reverse = '', delimiters = '']: RegExpExecArray):
  | MacroPiece
  | 'explanation-only'
  | null {
  if (literal !== undefined) return { kind: 'literal', text: literal };
  if (escape !== undefined) return { kind: 'escape', text: escapes[escape] ?? '' };
  return readValue(letter, digits, reverse, delimiters);
}

function readPieces(text: string): (MacroPiece | 'explanation-only')[] | null {
  const pieces: (MacroPiece | 'explanation-only')[] = [];
  const matcher = new RegExp(onePiece);
  while (matcher.lastIndex < text.length) {
    const match = matcher.exec(text);
    const piece = match === null ? null : readPiece(match);
    if (piece === null) return null;
    pieces.push(piece);
  }
  return pieces;
}

/** Whether the value of a modifier we do not know is at least written as one (RFC 7208 §6). */
export function isMacroString(text: string): boolean {
  return readPieces(text) !== null;
}

/** A domain-spec (RFC 7208 §7.1); null when it is none. */
export function parseDomainSpec(text: string): MacroString | null {
  const pieces = readPieces(text);
  if (pieces === null) return null;
  const known = pieces.filter((piece) => piece !== 'explanation-only');
  const last = known.at(-1);
  if (last === undefined || known.length < pieces.length) return null;
  return last.kind === 'literal' && !endsInTopLabel(last.text) ? null : known;
}

/** Whether the local part of the sender stands in it, alone or within the address. */
export function namesLocalPart(spec: MacroString): boolean {
  return spec.some((piece) => piece.kind === 'value' && (piece.letter === 's' || piece.letter === 'l'));
}

/** RFC 3986 §2.3: what is not escaped, beside letters and digits: `-._~`. */
function escapeUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

async function expandPiece(piece: MacroPiece, values: MacroValues): Promise<string> {
  if (piece.kind !== 'value') return piece.text;
  const value = piece.letter === 'p' ? await values.p() : values[piece.letter];
  const cut = new RegExp(`[${piece.delimiters.replaceAll('-', String.raw`\-`)}]`);
  const all = value.split(cut);
  if (piece.reversed) all.reverse();
  const text = all.slice(-Math.min(piece.parts, all.length)).join('.');
  return piece.escaped ? escapeUrl(text) : text;
}

const maxNameLength = 253;

/**
 * Macro expansion: the name a domain-spec stands for, without a trailing dot, and without labels on the left until it
 * has 253 octets at most (RFC 7208 §7.3).
 */
export async function expandDomainSpec(spec: MacroString, values: MacroValues): Promise<string> {
  let name = '';
  for (const piece of spec) name += await expandPiece(piece, values);
  name = name.replace(/\.$/, '');
  if (name.length <= maxNameLength) return name;
  const tail = name.slice(-maxNameLength - 1);
  return tail.slice(tail.indexOf('.') + 1);
}
