import { fieldLabel } from '#mail/judge/automatic-kind.ts';
import { landmarkOf } from '#mail/as-alias/spellings/landmarks.ts';
import { escapePattern, joiner } from '#mail/as-alias/normalize-obfuscation.ts';

/** A part of a text, and what takes its place. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Which mailboxes of an unveiled text are looked at. */
export interface AttributionOptions {
  /** Display names of the owner that are known. */
  readonly names: readonly string[];
  /** Names of those whom the text is written to. */
  readonly otherNames: readonly string[];
  /** What a link shows in place of a name: the alias. */
  readonly alias: string;
  readonly form: 'plain' | 'html';
}

/** Finds what mail programs write around a mailbox that they quote or answer. */
export interface Attributions {
  /**
   * Names that are known, in lines that lead to a quote, in quoted headers and beside the alias; time zones. `own` are the places at
   * which addresses of the owner begin, `squeezed` is what the text was squeezed to.
   */
  inLines(text: string, known: { readonly own: ReadonlySet<number>; readonly squeezed: string }): Change[];
  /** The owner's display name beside an address of theirs, which goes from `start` to `end`. */
  namesAt(text: string, start: number, end: number): Change[];
  /** The time zone of the writer's machine, in the line that leads to a mailbox. */
  zoneBefore(text: string, start: number): Change[];
}

const blank = `(?:[\\s${joiner}]|&nbsp;)`;
/** The same within a paragraph: a blank line ends what belongs together. */
const blankOfParagraph = `(?:(?!\\r?\\n[ \\t]*\\r?\\n)[\\s${joiner}]|&nbsp;)`;
const inlineTag =
  '<\\/?(?!(?:br|p|div|li|ul|ol|tr|td|th|table|blockquote|pre|h[1-6]|hr|head|body|style)\\b)[a-z][^<>]{0,400}>';
/** Between a name and the address: `Olive <`, `Olive" [mailto:`, `<b>Olive</b> <span>&lt;<a href="…">`. */
const bracket = '(?:<|&lt;|\\(|\\[)';
const entityLetter = '&[A-Za-z]{2,8}(?<!&(?:lt|gt|amp|nbsp|quot));';
const capital = '(?:\\p{Lu}|\\p{Lt}|\\p{Lo}|&[A-Z][a-z]{2,7};)';
const word = `(?![AP]M\\b)${capital}(?:[\\p{L}\\p{M}'’.·-]|${entityLetter}){0,40}`;
const particle =
  '(?<![\\p{L}\\p{N}])(?:van|von|vom|zu|de|del|della|der|den|di|da|do|dos|du|la|le|el|al|af|av|bin|ibn|ben|ter|ten|y|e|i)';
/** Words that begin with a capital, and what may stand between them; languages without capitals have none else. */
function mentionedAcross(gap: string): string {
  return `${word}(?:${gap}{1,4}(?:${word}|${particle})){0,5}`;
}
const noWordBefore = '(?<![\\p{L}\\p{N}@._%/=&#-])';
const quoted = [
  ['"', '"'],
  ['&quot;', '&quot;'],
  ['“', '”'],
  ["'", "'"],
].map(([open, close]) => `${open}[\\p{L}\\p{N}(][^"<>=&“”\\r\\n]{0,100}${close}`);
/** After `From:` at the start of a line, and after another mailbox in a list. */
const labelled =
  `(?<=(?:^|[\\n>])[ \\t>*]{0,9}\\p{L}[\\p{L} .-]{0,20}[:：]\\*?(?:${blank}|<[^<>]{1,200}>){1,6}|(?:>|&gt;)[,;]${blank}{1,3})` +
  '[\\p{L}\\p{N}][^<>:;"@\\r\\n]{0,80}';

/** Names of zones as programs write them beside a time; anything else in capitals may be a name. */
const zone =
  '(?:(?:GMT|UTC) ?[+\\-−]\\d{1,2}(?::?\\d{2})?|[+-]\\d{4}|\\+\\d{2}:\\d{2}|GMT|UTC|Z|[CEW]ES?T|MES?Z|BST|IST|[ECMP][SD]T|MSK|JST|KST|HKT|SGT|A[ECW][SD]T|NZ[SD]T|AK[SD]T|HST|BRT|ART|SAST|PKT)';
const timed = `(?<=\\d[:.]\\d{2}(?:[:.]\\d{2})?(?:\\s?[AaPp]\\.?[Mm]\\.?)?)(?<zone>\\s?\\(?${zone}\\)?)(?=[,\\s<&])`;
const eachZone = new RegExp(timed, 'dgu');

function inAnyCase(text: string): string {
  const forms = [...text].map((character) => [character.toLowerCase(), character.toUpperCase()].map(escapePattern));
  return forms.map(([lower, upper]) => `(?:${lower ?? ''}|${upper ?? ''})`).join('');
}

/** A known name as it is, in capitals or in small letters, its words in either order (`Owner, Olive`). */
function knownForms(name: string): string[] {
  const words = name.split(/[\s,]+/u).filter((part) => part !== '');
  const turned = [...words.slice(-1), ...words.slice(0, -1)];
  const back = [...words.slice(1), ...words.slice(0, 1)];
  return [words, turned, back]
    .map((order) => order.map(inAnyCase))
    .map((order) => order.join(`,?${blank}{1,4}(?:>${blank}{0,3}){0,9}`));
}

function groupOf(match: RegExpExecArray | null, name: string): readonly [number, number] | undefined {
  return match?.indices?.groups?.[name];
}

function look(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the first of the patterns that fit at a place finds a name. */
function firstName(patterns: readonly RegExp[], text: string, at: number): readonly [number, number] | undefined {
  for (const pattern of patterns) {
    const found = groupOf(look(pattern, text, at), 'name');
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Region {
  readonly start: number;
  readonly end: number;
}

function depthOf(line: string): number {
  return /^[> \t]*/.exec(line)?.[0].replaceAll(/[^>]/g, '').length ?? 0;
}

const maxLine = 400;

/** Lines that end in a colon and have quoted ones below; a wrapped line is two. */
function* plainLines(text: string): Generator<Region> {
  if (!text.includes('>')) return;
  for (const { index, 0: colon } of text.matchAll(/:[ \t]{0,9}\r?\n/g)) {
    const below = /^(?:[> \t]{0,40}\r?\n){0,2}([^\r\n]{0,40})/.exec(text.slice(index + colon.length, index + maxLine));
    const line = text.lastIndexOf('\n', index) + 1;
    if (depthOf(below?.[1] ?? '') <= depthOf(text.slice(line, index))) continue;
    const before = text.lastIndexOf('\n', line - 2) + 1;
    yield { start: Math.max(before, index - maxLine), end: index };
  }
}

const blockTag = /<\/?(?:br|p|div|td|blockquote|body)\b[^<>]*>/gi;

/** What ends in a colon before a quote, back to the last tag that begins a line. */
function* htmlLines(text: string): Generator<Region> {
  for (const { index } of text.matchAll(/<blockquote\b/gi)) {
    const from = Math.max(0, index - 2 * maxLine);
    const before = text.slice(from, index);
    const colon = before.lastIndexOf(':');
    if (
      colon === -1 ||
      before
        .slice(colon + 1)
        .replaceAll(/<[^<>]*>|&nbsp;/g, '')
        .trim() !== ''
    )
      continue;
    const tag = [...before.slice(0, colon).matchAll(blockTag)].at(-1);
    yield { start: from + (tag === undefined ? 0 : tag.index + tag[0].length), end: from + colon };
  }
}

function changesIn(text: string, { start, end }: Region, pattern: RegExp, group: string, put: string): Change[] {
  return [...text.slice(start, end).matchAll(pattern)].flatMap(({ indices }) => {
    const span = indices?.groups?.[group];
    return span === undefined ? [] : [{ start: start + span[0], end: start + span[1], text: put }];
  });
}

const upper = '(?:[\\p{Lu}\\p{Lt}]|&[A-Z][a-z]{2,7};)';
/** What stands before words with a capital that lead to a name: a mark, a time or a verb. */
const lead = `(?:[,;:("“„«]|\\d[:.]\\d{2}(?:\\s?[AaPp]\\.?[Mm]\\.?)?(?:\\s?\\(?${zone}\\)?)?|(?<!\\p{L})\\p{Ll}{4,40})`;
/** Zones and what follows a time are none of a name. */
const partOfName = `(?!(?:${zone}|[AP]M|Uhr)(?!\\p{L}))${upper}[\\p{L}\\p{M}'’.-]{1,40}`;
/** Behind a part of an address, and before one. */
const addressBehind = /^(?:[._+-][^\s@<>"]{1,64})?(?:@|\(a\)|\s{1,3}at\s{1,3}[\p{L}\d-]{1,63}\.[\p{L}\d])/u;
const addressBefore = /(?:@|\sat\s)[^\s@<>"]{0,100}$/;

const eachBlank = new RegExp(`${blank}+`, 'gu');

/** Whose own name it may be that stands there, around an address and around a name: the same in every reply. */
function makePatterns(form: AttributionOptions['form']) {
  const isHtml = form === 'html';
  // In HTML a line that is empty says nothing.
  const gap = isHtml ? blank : blankOfParagraph;
  const mentioned = mentionedAcross(gap);
  const tags = isHtml ? `(?:${blank}|${inlineTag}){0,9}` : `${blank}{0,6}`;
  const near = isHtml ? `${gap}{0,6}${tags}` : `${gap}{0,12}`;
  const guessed = `(?:${[...quoted, labelled, `${noWordBefore}${mentioned}`].join('|')})`;
  const open = `${bracket}{1,2}${tags}(?:[Mm]ailto:)?`;
  const opening = `${tags}${open}`;
  const between = isHtml ? `(?:${blank}|${inlineTag}){1,9}` : `${blank}{1,4}`;
  return {
    tags,
    opening,
    zoneBehind: new RegExp(`(?<=${timed},?(?:[^\\r\\n,;:!?<>&]|&[a-z]{2,6};){0,90}?${opening})`, 'duy'),
    before: new RegExp(`(?<=(?<name>${guessed})${near}${open})`, 'duy'),
    after: nameAfter(guessed),
    linked: nameLinked(`${guessed}|@${mentioned}`),
    nextWord: new RegExp(`^(?:-\\p{L}|${between}(?:${particle}${between}){0,2}${upper}(?!${blank}|$))`, 'u'),
    wordBefore: new RegExp(`(?:\\p{L}-|${lead}(?:${between})?(?:${partOfName}${between}){1,4})$`, 'u'),
    beside: new RegExp(
      `(?:${between}(?:${word}|${particle}|\\([^()<>\\r\\n]{1,100}\\)|-${blank}{1,4}[^\\s<>()]{1,100}\\(a\\)[^\\s<>()]{1,100})){0,6}["”']?${opening}` +
        `(?=[^\\s<>()"'@]{1,100}(?:@|\\s{1,3}at\\s{1,3}[^\\s<>()]{1,100}\\.))`,
      'uy',
    ),
  };
}

function nameAfter(name: string): RegExp {
  return new RegExp(`(?:>|&gt;)?(?<name>${blank}{0,2}\\((?:${name})\\))`, 'duy');
}

function nameLinked(name: string): RegExp {
  const start = `[^<>]{0,300}>(?:<[^<>]{1,200}>){0,4}${blank}{0,4}`;
  return new RegExp(`${start}(?<name>${name})(?=${blank}{0,4}</)`, 'duy');
}

/** What is the same for everybody takes long to compile: it is made once. */
const madePatterns = new Map<AttributionOptions['form'], ReturnType<typeof makePatterns>>();

function patternsOf(form: AttributionOptions['form']): ReturnType<typeof makePatterns> {
  const made = madePatterns.get(form) ?? makePatterns(form);
  madePatterns.set(form, made);
  return made;
}

/** Whether a name of one word that is also the owner's is, where it stands, somebody else's, by whose address or longer name it is part of. */
type OthersCheck = (text: string, at: Region, own: ReadonlySet<number>) => boolean;

function createOthersCheck({ otherNames, alias, form }: AttributionOptions): OthersCheck {
  const { nextWord, wordBefore, beside } = patternsOf(form);
  const longer = otherNames.map((name) => name.toLowerCase().trim()).filter((name) => /\s/.test(name));
  return (text, { start, end }, own) => {
    if (/\s/.test(text.slice(start, end))) return false;
    const before = text.slice(Math.max(0, start - 120), start);
    const after = text.slice(end, end + 120);
    if (addressBehind.test(after) || addressBefore.test(before)) return true;
    if (nextWord.test(after) || wordBefore.test(before)) return true;
    const near = text
      .slice(Math.max(0, start - 120), end + 120)
      .replaceAll(eachBlank, ' ')
      .toLowerCase();
    if (longer.some((name) => near.includes(name) && name.includes(text.slice(start, end).toLowerCase()))) return true;
    const address = end + (look(beside, text, end)?.[0].length ?? 0);
    return address > end && !own.has(address) && !text.startsWith(alias, address);
  };
}

/** A name that stands alone behind the label of a quoted field. */
function behindLabel(one: string): RegExp {
  const end = `(?=${blank}{0,4}(?:[\\n;<]|$))`;
  const start = `(?:^|[\\n>])[ \\t>*]{0,9}${fieldLabel}\\s?[:：]\\*?`;
  return new RegExp(`${start}(?:${blank}|<[^<>]{1,200}>){0,6}(?<name>${one})${end}`, 'dgu');
}

/** The finder of one reply. Each look is bounded, whatever stands there. */
export function createAttributions(options: AttributionOptions): Attributions {
  const { names, alias, form } = options;
  const searched = names.filter((name) => name.trim().length > 1);
  const known = searched.flatMap(knownForms);
  const landmarks = searched.map(landmarkOf);
  const knownName = known.length === 0 ? [] : [`(?<![\\p{L}\\p{N}])(?:${known.join('|')})`];
  const { tags, opening, zoneBehind, ...guessed } = patternsOf(form);
  const isOthers = createOthersCheck(options);
  const link = form === 'html' ? '(?:<a\\b[^<>]{0,200}=["\']?(?:mailto:)?)?' : '';
  const before = [
    ...knownName.map((one) => new RegExp(`(?<=(?<name>${one})${blank}{0,6}${opening})`, 'duy')),
    guessed.before,
    ...knownName.map((one) => new RegExp(`(?<=(?<name>${one})${tags}${link})`, 'duy')),
  ];
  const after = [guessed.after, ...knownName.map(nameAfter)];
  const linked = [guessed.linked, ...knownName.map(nameLinked)];
  const eachKnown = knownName.map((one) => new RegExp(`(?<name>${one})(?![\\p{L}\\p{N}])`, 'dgu'));
  const eachBefore = knownName.map(
    (one) => new RegExp(`(?<name>${one}${blank}{0,4})(?=${opening}${escapePattern(alias)})`, 'dgu'),
  );
  const eachLabel = knownName.map(behindLabel);
  return {
    inLines: (text, { own, squeezed }) => {
      const lines = [...(form === 'html' ? htmlLines(text) : plainLines(text))];
      const zones = lines.flatMap((line) => changesIn(text, line, eachZone, 'zone', ''));
      if (!landmarks.some((landmark) => squeezed.includes(landmark))) return zones;
      const whole = { start: 0, end: text.length };
      const alone = [
        ...lines.flatMap((line) => eachKnown.flatMap((pattern) => changesIn(text, line, pattern, 'name', alias))),
        ...eachLabel.flatMap((pattern) => changesIn(text, whole, pattern, 'name', alias)),
      ];
      return [
        ...zones,
        ...alone.filter((change) => !isOthers(text, change, own)),
        ...eachBefore.flatMap((pattern) => changesIn(text, whole, pattern, 'name', '')),
      ];
    },
    namesAt: (text, start, end) => {
      const span = firstName(before, text, start);
      const behind = firstName(after, text, end);
      const shown = form === 'html' ? firstName(linked, text, end) : undefined;
      return [
        ...(span === undefined ? [] : [{ start: span[0], end: endOfBlanks(text, span[1]), text: '' }]),
        ...(behind === undefined ? [] : [{ start: behind[0], end: behind[1], text: '' }]),
        ...(shown === undefined ? [] : [{ start: shown[0], end: shown[1], text: alias }]),
      ];
    },
    zoneBefore: (text, start) => {
      const span = groupOf(look(zoneBehind, text, start), 'zone');
      return span === undefined ? [] : [{ start: span[0], end: span[1], text: '' }];
    },
  };
}

function endOfBlanks(text: string, at: number): number {
  let end = at;
  while (end < text.length && /[ \t]/.test(text.charAt(end))) end += 1;
  return end;
}
