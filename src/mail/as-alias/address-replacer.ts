import { readReverseName, reverseForm } from '#contract/reserved-names/reverse-names.ts';
import type { PublicHostCheck } from '#core/organisation.ts';
import { createAttributions, type Attributions, type Change } from '#mail/as-alias/attributions.ts';
import { halvesTurned, hideMailbox, holdsAddress } from '#mail/as-alias/address-spellings.ts';
import { createFinder } from '#mail/as-alias/spellings/find-mailboxes.ts';
import { squeeze } from '#mail/as-alias/spellings/landmarks.ts';
import { carriedSigns } from '#mail/as-alias/spellings/mailbox-pattern.ts';
import { joiner, normalizeObfuscation, type UnveiledText } from '#mail/as-alias/normalize-obfuscation.ts';

/** Whose addresses are hidden, and what stands for them. */
export interface ReplacerOptions {
  /** The owner's own addresses. */
  readonly hidden: readonly string[];
  /** Display names of the owner that are known: they go where they stand beside one of the addresses. */
  readonly names: readonly string[];
  /** Those of the people who are written to. */
  readonly otherNames: readonly string[];
  /** What takes the place of an address: the alias. */
  readonly alias: string;
  /** By token: the correspondents behind reverse addresses. */
  readonly correspondents: ReadonlyMap<string, string>;
  /** Whether what would say something false with the alias in it stays as it is: `reveals` finds it then, and nothing is sent. */
  readonly keepsOthers: boolean;
  /** Whether an address whose host goes on behind the owner's may be another one. */
  readonly isPublicHost: PublicHostCheck;
}

/** Hides an owner's addresses in the texts of one message. */
export interface AddressReplacer {
  /**
   * The text with the owner's addresses and the return paths of what was forwarded turned into the alias, without the display names
   * beside them, and reverse addresses turned into their correspondents.
   */
  replace(text: string, form: 'plain' | 'html'): string;
  /** The same in the name of a file, where words stand joined: what may as well be somebody else's longer address is the owner's. */
  replaceInName(name: string): string;
  /** The same for a text of any length, in steps. */
  replaceLong(text: string, form: 'plain' | 'html'): Generator<undefined, string>;
  /** Whether a reader could find one of the owner's addresses in a text, within tags or across them and soft breaks. */
  reveals(text: string): boolean;
  /** The same for a text of any length, in steps. */
  revealsLong(text: string): Generator<undefined, boolean>;
  /** Whether octets of any kind hold one of the owner's addresses as it is written, folded or not. */
  isIn(octets: Buffer): boolean;
  /** The same of octets of any length, in steps. */
  isInLong(octets: Buffer): Generator<undefined, boolean>;
}

const reversePattern = new RegExp(`(?<![a-z0-9])(${reverseForm})${joiner}{0,4}@[a-z0-9.-]*[a-z0-9]`, 'giu');
/** A return path, which a program may quote: whoever knows one could report failures of the owner's inbox. */
const bouncePattern = new RegExp(
  `(?<![a-z0-9])b=(?:[a-z2-7]{61}|[a-z2-7]{44})${joiner}{0,4}@([a-z0-9.-]*[a-z0-9])`,
  'giu',
);
/** Few texts have any of both. */
const anyOfOurs = /(?:reply[.=]|b=)[a-z2-7]{26}/i;
/** How far the ends of a reverse address may be from its token and check, in whatever form they are written. */
const reach = 80;
/** Characters of a token, and of a check behind it. */
const tokenMax = 33;

/** The token of what `reversePattern` found; null: it is another address. */
function tokenOf([, name = '']: RegExpMatchArray): string | null {
  return readReverseName(name.toLowerCase());
}

const runLength = 26;

function isOfToken(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x32 && code <= 0x37);
}

/** Where runs of letters end that may be a token. Looks at few of the others. */
function* endsOfRuns(text: string): Generator<number> {
  for (let at = runLength - 1, last = 0; at < text.length; at += runLength) {
    if (!isOfToken(text, at)) continue;
    let start = at;
    while (start > last && isOfToken(text, start - 1)) start -= 1;
    while (at < text.length && isOfToken(text, at)) at += 1;
    last = at;
    if (at - start >= runLength) yield at;
  }
}

/** The tokens of all reverse addresses in a text, at most `max` of them. A token is never written in another form. */
export function findReverseTokens(text: string, max: number): string[] {
  const tokens = new Set<string>();
  for (const end of endsOfRuns(text)) {
    const near = text.slice(Math.max(0, end - tokenMax - reach), end + reach);
    for (const found of normalizeObfuscation(near).text.matchAll(reversePattern)) {
      const token = tokenOf(found);
      if (token !== null) tokens.add(token);
    }
    if (tokens.size >= max) break;
  }
  return [...tokens].slice(0, max);
}

/** UTF-16 units that are searched at once; a longer text gives way to other work in between. */
const pieceLength = 128 * 1024;
/** What two pieces share, so that an address on both sides of a cut is found. */
const shared = 1024;

/** The end of the piece that begins at `from`: before a tag or after a line where there is one. */
function endOfPiece(text: string, from: number, form: 'plain' | 'html'): number {
  if (text.length - from <= pieceLength) return text.length;
  const piece = text.slice(from, from + pieceLength);
  const line = piece.lastIndexOf('\n') + 1;
  const cut = form === 'html' ? Math.max(line, piece.lastIndexOf('<')) : line;
  return from + (cut > shared ? cut : pieceLength);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A replacement in the form that the place asks for. */
function fitIn(replacement: string, found: string, form: 'plain' | 'html'): string {
  const percent = /%(?:25)*(?=40)/.exec(found)?.[0];
  if (percent !== undefined) return encodeURIComponent(replacement).replaceAll('%', percent);
  return form === 'html' ? escapeHtml(replacement) : replacement;
}

/** The alias within the address of somebody else, as VERP and SRS carry one. */
function fitWithin(alias: string, { at = '@', turned, path = '=', guest }: Partial<Record<string, string>>): string {
  if (turned !== undefined) return alias.split('@').toReversed().join(path);
  if (guest !== undefined) return alias.replace('@', '_');
  return carriedSigns.has(at) ? alias.replace('@', at) : alias;
}

/** Changes made in the given text at once; of those that overlap the first. */
function applyChanges(given: string, { sourceOf }: UnveiledText, changes: readonly Change[]): string {
  let changed = '';
  let last = 0;
  for (const { start, end, text } of changes.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const [from, to] = [sourceOf(start), sourceOf(end)];
    if (from < last) continue;
    changed += given.slice(last, from) + text;
    last = to;
  }
  return changed + given.slice(last);
}

function* replaceInPieces(
  text: string,
  form: 'plain' | 'html',
  replace: AddressReplacer['replace'],
): Generator<undefined, string> {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = endOfPiece(text, from, form);
    pieces.push(replace(text.slice(from, end), form));
    from = end;
    yield;
  }
  return pieces.join('');
}

function runToEnd<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function* findInPieces(text: string, isFound: (piece: string) => boolean): Generator<undefined, boolean> {
  for (let from = 0; from < text.length; from += pieceLength) {
    if (isFound(text.slice(Math.max(0, from - shared), from + pieceLength))) return true;
    yield;
  }
  return false;
}

/** Addresses that we made, and what the other side sees in their place. */
function* findOurs(
  text: string,
  { alias, correspondents }: Pick<ReplacerOptions, 'alias' | 'correspondents'>,
): Generator<[found: RegExpMatchArray, shown: string]> {
  if (!anyOfOurs.test(text)) return;
  for (const found of text.matchAll(reversePattern)) {
    const correspondent = correspondents.get(tokenOf(found) ?? '');
    if (correspondent !== undefined) yield [found, correspondent];
  }
  for (const found of text.matchAll(bouncePattern)) {
    if (alias.endsWith(`@${found[1]?.toLowerCase() ?? ''}`)) yield [found, alias];
  }
}

/** The replacer of one reply. */
export function createAddressReplacer(options: ReplacerOptions): AddressReplacer {
  const { hidden, names, otherNames, alias, correspondents, keepsOthers, isPublicHost } = options;
  const mailboxes = hidden.map((address) => hideMailbox(address.toLowerCase(), isPublicHost));
  const spellings = [...new Set(mailboxes.flatMap((mailbox) => mailbox.spellings))];
  const finders = new Map<'plain' | 'html', Attributions>();
  const attributionsIn = (form: 'plain' | 'html'): Attributions => {
    const finder = finders.get(form) ?? createAttributions({ names, otherNames, alias: fitIn(alias, '', form), form });
    finders.set(form, finder);
    return finder;
  };
  const isInLong: AddressReplacer['isInLong'] = (octets) => holdsAddress(octets, spellings, isPublicHost);
  const isIn: AddressReplacer['isIn'] = (octets) => runToEnd(isInLong(octets));
  const halves = halvesTurned(hidden).map((address) => hideMailbox(address, isPublicHost));
  const { findOwn, reveals } = createFinder(mailboxes, { halves, spellings, isIn });
  const replaceIn = (given: string, form: 'plain' | 'html', joined: boolean): string => {
    const unveiled = normalizeObfuscation(given);
    const { text, sourceOf } = unveiled;
    const squeezed = squeeze(text);
    const changes: Change[] = [];
    const own = new Set<number>();
    const change = (found: RegExpMatchArray, replacement: string): void => {
      const start = found.index ?? 0;
      const end = start + found[0].length;
      const written = given.slice(sourceOf(start), sourceOf(end));
      changes.push({ start, end, text: fitIn(replacement, written, form) });
      changes.push(...attributionsIn(form).zoneBefore(text, start));
    };
    for (const found of findOwn(text, { squeezed, joined })) {
      if (keepsOthers && found.groups?.['kept'] !== undefined) continue;
      const start = found.index;
      own.add(start);
      change(found, fitWithin(alias, found.groups ?? {}));
      changes.push(...attributionsIn(form).namesAt(text, start, start + found[0].length));
    }
    for (const [found, shown] of findOurs(text, { alias, correspondents })) change(found, shown);
    changes.push(...attributionsIn(form).inLines(text, { own, squeezed }));
    return changes.length === 0 ? given : applyChanges(given, unveiled, changes);
  };
  const replace: AddressReplacer['replace'] = (given, form) => replaceIn(given, form, false);
  return {
    replace,
    replaceInName: (name) => replaceIn(name, 'plain', true),
    replaceLong: (text, form) => replaceInPieces(text, form, replace),
    reveals,
    revealsLong: (text) => findInPieces(text, reveals),
    isIn,
    isInLong,
  };
}
