import { roleNames } from '#mail/as-alias/spellings/role-names.ts';
import { escapePattern, joiner } from '#mail/as-alias/normalize-obfuscation.ts';

const between = `${joiner}{0,4}`;
const ends = '(?![a-z0-9])';
/** A sub-address of the same mailbox: `name+tag@` (RFC 5233). */
export const tag = `(?:\\+[\\w.=+-]{0,64})?`;
const blank = '[^\\S\\r\\n]';
const mark = '(?:[^\\p{L}\\p{N}\\s@.]|&[lg]t;)';
/** Of letters those of other scripts too: what all of them are is dear in a pattern that is made for each mailbox. */
const roughMark = '(?:[^a-z\\d\\s@.]|&[lg]t;)';

/** A word for a sign, between blanks or marks: `ann at home`, `ann (at) home`, `ann_at_home`. */
function inWords(word: string, mark: string): string {
  return `\\s{1,3}${word}\\s{1,3}|\\s?${mark}{1,2}\\s?${word}\\s?${mark}{1,2}\\s?`;
}

/** Signs of addresses that are carried within others, as VERP, relays of old, Sympa, LISTSERV and Exchange write them: `list-ann=home.example@`. */
const carriedAt = '==a==|\\*\\*|\\+40|[=%]';
export const carriedSigns = new Set(['=', '%', '==a==', '**', '+40']);
/** As programs write it in their strings: JSON, RTF, JavaScript, styles. */
const escapedAt = "\\\\(?:u0040|'40|x40|u\\{0{0,4}40\\}|100|0{0,4}40\\s?)|%u0040";
/** As people say it, and for programs of which each reads its own: two strings, UTF-7. */
const atWords =
  '(?:at(?:[ -](?:sign|symbol|the[ -]rate(?:[ -]of)?))?|ät|arroba|eta|arobase|chiocciola|małpa|klammeraffe|apenstaartje|zavináč|snabel-?a|kukac|собака)';
/** A name and a picture before a page are none, nor is a contact. */
const noNameBefore = `(?<!(?-i:\\p{Lu})[\\p{L}\\p{N}._+-]{0,64}|(?<![\\p{L}\\p{N}._+-])(?:${[...roleNames].join('|')}))`;
/** As people say where it stands: `ann, then @home.example`. */
const then = `[\\s,]{1,3}(?:\\+|then|plus|followed\\sby|dann|gefolgt\\svon|puis|suivi\\sde)\\s{1,2}["']?@|${noNameBefore}\\s?(?:[\u{1f4e7}-\u{1f4e9}]|\u2709\\ufe0f?)\\s?`;
const at = `(?<at>=40|${carriedAt}|${blank}{0,3}\\\\?@${blank}{0,3}|${escapedAt}|\\s?[([{]\\s?[@a]\\s?[)\\]}]\\s?|(?-i:AT)|(?<kept>"(?:[, ]{1,2}|\\s?,\\s{1,9})"|'(?:[, ]{1,2}|\\s?,\\s{1,9})'|${then})|\\+AEA-?|${inWords(atWords, mark)})`;
const dotWord = '(?:dot|punkt|punto)';
/** The dot of any host. */
export const dot = `(?:\\.|\\s{1,3}${dotWord}\\s{1,3}|\\s?[([{]\\s?${dotWord}\\s?[)\\]}]\\s?)`;

/** And as people write it between blanks, in brackets or behind the mark that keeps it plain in Markdown. */
const dotWords = 'dot|punkt|punto|taškas|taskas|point|ponto|punt|kropka|tečka|pont|prick|точка';
const ownDot = `(?:${blank}{0,2}\\\\?\\.${blank}{0,2}|\\*-|[+=]2e|\\\\(?:x2e|u002e)|\\s?[([{]\\s?\\.\\s?[)\\]}]\\s?|(?-i:DOT)|${inWords(`(?:${dotWords})`, roughMark)})`;

/** Words for the signs of an address, as part of a pattern. */
export const signWords = `${atWords}|${dotWords}`;

/** What stands in an address that is none of it. */
const comment = `(?:${blank}?\\([^()@\\r\\n]{0,60}\\)${blank}?)?`;
/** What people write into one for programs that gather them. */
const decoyWord = '(?:no[._-]?spam|remove[._-]?(?:this|me)|spam[._-]?free)';
const decoyBehind = `(?:[._-]?${decoyWord})?`;
const decoyBefore = `(?:${decoyWord}[._-]?)?`;

/** A character of an address: a sign behind a mark of Markdown or by its number, a letter with its accent apart (Unicode, NFD). */
function writeCharacter(character: string): string {
  if (character === '.') return ownDot;
  const apart = character.normalize('NFD');
  if (apart !== character) return `(?:${escapePattern(character)}|${escapePattern(apart)})`;
  if (/[\p{L}\p{N}]/u.test(character)) return character;
  return `(?:\\\\?${escapePattern(character)}|[+=]${character.charCodeAt(0).toString(16)})`;
}

export function inAnyForm(text: string, dotsAnywhere: boolean): string {
  const forms = [...text].map(writeCharacter);
  return forms.join(dotsAnywhere ? `(?:${dot}|${joiner}){0,4}` : between);
}

/** In the place of the first letter of each host: what stands before one is the same for all mailboxes, and its pattern made once. */
const hostMark = '\ue000';
const behind = `(?:\\+[\\w.=+${hostMark}-]{0,64})?${decoyBehind}"?${comment}${between}`;
const before = `${between}${comment}${decoyBefore}(?=${hostMark})`;
const eachUsual = new RegExp(`${behind}${at}${before}`, 'iuy');
/** Of whoever signs in there, with a password or by a way that its link names (`;AUTH=*`). */
const eachPassword = new RegExp(`${behind}(?::|;[a-z-]{1,20}=)[^\\s@:/<>"']{1,64}@${before}`, 'iuy');
const isLink = /[a-z][a-z\d+.-]{1,15}:(?:\/\/)?$/iu;
/** The mailbox of a zone, where its file has it. */
const isZone = /\bSOA\s{1,9}\S{1,255}\s{1,9}$/iu;
/** Characters before a mailbox that these look at. */
const lookBack = 300;
/** More than a mailbox has before its host, in whatever form, with all that may stand between. */
const reach = 4096;

/** Where something begins and ends. */
type Place = readonly [start: number, end: number];

/** The place behind the character at another one. */
function nextPlace(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

/** Something found, as a pattern finds it. */
export function foundAt(text: string, [start, end]: Place, groups: Readonly<Record<string, string>>): RegExpExecArray {
  const where = { index: start, input: text, groups: { ...groups } };
  return Object.assign<[string], typeof where>([text.slice(start, end)], where);
}

/** All places of a pattern, also those that overlap: where each begins, and where it ends. */
function placesOf(text: string, pattern: RegExp): Map<number, number> {
  const places = new Map<number, number>();
  for (pattern.lastIndex = 0; ;) {
    const found = pattern.exec(text);
    if (found === null) return places;
    places.set(found.index, pattern.lastIndex);
    pattern.lastIndex = nextPlace(text, found.index);
  }
}

/** The same of those that begin near before one of the given ones, which stand in order. */
function* placesBefore(text: string, pattern: RegExp, others: Iterable<number>): Generator<Place> {
  let from = 0;
  for (const other of others) {
    from = Math.max(from, other - reach);
    while (from < other) {
      pattern.lastIndex = from;
      const found = pattern.exec(text);
      if (found === null) return;
      from = found.index;
      if (from >= other) break;
      yield [from, pattern.lastIndex];
      from = nextPlace(text, from);
    }
  }
}

function markHosts(text: string, hosts: ReadonlyMap<number, number>): string {
  const given = text.replaceAll(hostMark, '\ue001');
  const pieces: string[] = [];
  let last = 0;
  for (const start of hosts.keys()) {
    pieces.push(given.slice(last, start), hostMark);
    last = start + 1;
  }
  return pieces.join('') + given.slice(last);
}

/** A text, and where hosts begin and end in it. */
interface Searched {
  readonly text: string;
  readonly marked: string;
  readonly hosts: ReadonlyMap<number, number>;
}

/** Where what stands behind a local part ends in the host, if a pattern finds that. */
function lookBehind({ marked, hosts }: Searched, end: number, pattern: RegExp) {
  pattern.lastIndex = end;
  const found = pattern.exec(marked);
  const hostEnd = hosts.get(pattern.lastIndex);
  return found === null || hostEnd === undefined ? null : { end: hostEnd, groups: found.groups ?? {} };
}

function isBehind(text: string, start: number, form: RegExp): boolean {
  return form.test(text.slice(Math.max(0, start - lookBack), start));
}

/** The mailbox whose local part stands at a place, and its host behind one sign, where something else says that they belong together. */
function readJoined({ text, hosts }: Searched, [start, end]: Place): RegExpExecArray | null {
  const hostEnd = hosts.get(end + 1);
  if (hostEnd === undefined) return null;
  const sign = text.charAt(end);
  const whole = text.slice(start, hostEnd);
  // Guests of an organisation at Microsoft.
  if (sign === '_' && /^#ext#/i.test(text.slice(hostEnd, hostEnd + 5))) {
    return foundAt(text, [start, hostEnd], { guest: whole });
  }
  // Matrix.
  if (sign === ':' && text.charAt(start - 1) === '@') return foundAt(text, [start, hostEnd], { kept: whole });
  const isZoned = sign === '.' && text.charAt(hostEnd) === '.' && isBehind(text, start, isZone);
  return isZoned ? foundAt(text, [start, hostEnd + 1], { kept: whole }) : null;
}

/**
 * Ends of a local part with a dot in the end, whose pattern takes what stands around a dot in words: blanks and marks behind it may belong to the
 * sign, as in `ann(dot)(at)home`. The longest comes first.
 */
function* endsBehindDot(text: string, [start, end]: Place): Generator<Place> {
  yield [start, end];
  for (let shorter = end - 1; shorter > start && /[^\p{L}\p{N}.]/u.test(text.charAt(shorter)); shorter -= 1) {
    yield [start, shorter];
  }
}

/**
 * The mailbox whose local part stands at a place. Group `kept`: what is no address where it stands, but a row of a table, a link or a
 * login: the alias in its place would make it say something false, or nothing.
 */
function readMailbox(searched: Searched, place: Place): RegExpExecArray | null {
  const { text } = searched;
  const [start, end] = place;
  const usual = lookBehind(searched, end, eachUsual);
  if (usual !== null) return foundAt(text, [start, usual.end], usual.groups);
  const mayBeLogin = /[:/]/.test(text.charAt(start - 1)) && isBehind(text, start, isLink);
  const login = mayBeLogin ? lookBehind(searched, end, eachPassword) : null;
  if (login !== null) return foundAt(text, [start, login.end], { kept: text.slice(start, login.end) });
  return readJoined(searched, place);
}

/** Finds all forms of a mailbox in an unveiled text, in its order. */
export function createMailboxSearch(
  local: string,
  domains: readonly string[],
  dotless: boolean,
): (text: string) => RegExpExecArray[] {
  const mailbox = inAnyForm(local, dotless);
  const eachHost = new RegExp(`(?:${domains.map((domain) => inAnyForm(domain, false)).join('|')})${ends}`, 'giu');
  const eachName = new RegExp(`${mailbox}(?=[^a-z\\d]|at|no|re|sp)`, 'giu');
  // SRS puts the domain first, and so did paths of old, and Windows: `SRS0=hash=tt=home.example=ann@`, `home.example!ann`, `home.example\\ann`.
  const turned = new RegExp(`[=+]${mailbox}(?=@)|(?:(?<path>!)|(?<kept>\\\\{1,2}))${mailbox}${ends}`, 'iuy');
  // Directories.
  const components = domains.map((domain) =>
    domain
      .split('.')
      .map((label) => `dc=${escapePattern(label)}`)
      .join(',\\s?'),
  );
  const entry = new RegExp(
    `(?<kept>${mailbox}(?:,\\s?[a-z]{1,20}=[^,\\r\\n]{1,64}){0,8}?,\\s?(?:${components.join('|')})${ends})`,
    'giu',
  );
  function readNamed(searched: Searched, place: Place): RegExpExecArray | null {
    if (!local.endsWith('.')) return readMailbox(searched, place);
    for (const one of endsBehindDot(searched.text, place)) {
      const found = readMailbox(searched, one);
      if (found !== null) return found;
    }
    return null;
  }
  function* findTurned({ text, hosts }: Searched): Generator<RegExpExecArray> {
    for (const [start, end] of hosts) {
      turned.lastIndex = end;
      const found = /[=+!\\]/.test(text.charAt(end)) ? turned.exec(text) : null;
      if (found === null) continue;
      const whole = text.slice(start, turned.lastIndex);
      yield foundAt(text, [start, turned.lastIndex], { ...found.groups, turned: whole });
    }
  }
  return (text) => {
    const entries = /dc=/i.test(text) ? [...text.matchAll(entry)] : [];
    const hosts = placesOf(text, eachHost);
    if (hosts.size === 0) return entries;
    const searched = { text, hosts, marked: markHosts(text, hosts) };
    const named = [...placesBefore(text, eachName, hosts.keys())].map((place) => readNamed(searched, place));
    const found = [...named.filter((one) => one !== null), ...findTurned(searched), ...entries];
    return found.toSorted((one, other) => one.index - other.index);
  };
}
