import { endOfEncodedWord } from '#protocol/message/encoded-words.ts';

/** A lexical token of an address list (RFC 5322 §3.2). */
export interface Token {
  readonly kind: 'atom' | 'quoted' | 'comment' | 'angle' | ',' | ';' | ':';
  /** Without quotes, parentheses or brackets, escapes undone; for `angle` what stands between the brackets. */
  readonly text: string;
  /** White space stood before it. */
  readonly spaced: boolean;
}

const specials = new Set([',', ';', ':', '<', '>', '(', ')', '"']);
function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}

/** Index of the `close` that ends the run opened at `from`; escapes are skipped. Beyond the text where there is none. */
function closingOf(text: string, from: number, close: string): number {
  let at = from + 1;
  while (at < text.length && text[at] !== close) at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Index after that; unclosed runs end with the text. */
function endOfQuoted(text: string, from: number, close: string): number {
  return Math.min(closingOf(text, from, close) + 1, text.length);
}

/** Comments nest (RFC 5322 §3.2.2). */
function endOfComment(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}

/** Between `<` and `>`; a `>` inside a quoted local part does not count. */
function endOfAngle(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '>') at = text[at] === '"' ? endOfQuoted(text, at, '"') : at + 1;
  return Math.min(at + 1, text.length);
}

/** A domain literal belongs to the atom around it, an encoded word is one atom whatever it holds. */
function endOfAtom(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSpace(text.charAt(at))) {
    const word = text[at] === '=' && text[at + 1] === '?' ? endOfEncodedWord(text, at) : -1;
    if (word !== -1) at = word;
    else if (text[at] === '[') at = endOfQuoted(text, at, ']');
    else if (specials.has(text.charAt(at))) break;
    else at += 1;
  }
  return at;
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.?)/gsu, '$1');
}

/** What stands between an opening character and its closing one, if that is there. */
function inner(text: string, from: number, end: number, close: string): string {
  return text.slice(from + 1, text[end - 1] === close && end - 1 > from ? end - 1 : end);
}

interface Found {
  /** Null for a stray closing mark. */
  readonly kind: Token['kind'] | null;
  readonly text: string;
  readonly end: number;
}

function readAt(text: string, from: number): Found {
  const character = text.charAt(from);
  switch (character) {
    case ',':
    case ';':
    case ':':
      return { kind: character, text: character, end: from + 1 };
    case '"': {
      const end = endOfQuoted(text, from, '"');
      return { kind: 'quoted', text: unescape(inner(text, from, end, '"')), end };
    }
    case '(': {
      const end = endOfComment(text, from);
      return { kind: 'comment', text: unescape(inner(text, from, end, ')')), end };
    }
    case '<': {
      const end = endOfAngle(text, from);
      return { kind: 'angle', text: inner(text, from, end, '>'), end };
    }
    case '>':
    case ')':
      return { kind: null, text: '', end: from + 1 };
    default: {
      const end = endOfAtom(text, from);
      return { kind: 'atom', text: text.slice(from, end), end };
    }
  }
}

function isOpenQuote(text: string, at: number): boolean {
  return text[at] === '"' && closingOf(text, at, '"') >= text.length;
}

/**
 * A scanner: splits an unfolded address list into tokens, leniently and in linear time: unclosed quotes, comments and
 * brackets end with the text, stray closing ones are skipped. With `skipsOpenQuote` a quote mark that nothing closes is a
 * blank, as are all behind it, so that it hides no address. Never throws.
 */
export function* scanAddressList(text: string, { skipsOpenQuote = false } = {}): Generator<Token> {
  let at = 0;
  let spaced = false;
  while (at < text.length) {
    if (skipsOpenQuote && isOpenQuote(text, at)) {
      yield* scanAddressList(text.slice(at).replaceAll('"', ' '));
      return;
    }
    if (isSpace(text.charAt(at))) {
      spaced = true;
      at += 1;
      continue;
    }
    const { kind, text: read, end } = readAt(text, at);
    if (kind !== null) yield { kind, text: read, spaced };
    spaced = false;
    at = end;
  }
}

/** Words that touch, or stand around a dot or an at sign (RFC 5322 §4.4), are parts of one address. */
export function belongTogether(before: Token, word: Token): boolean {
  return (
    !word.spaced ||
    (word.kind === 'atom' && /^[.@]/.test(word.text)) ||
    (before.kind === 'atom' && /[.@]$/.test(before.text))
  );
}
