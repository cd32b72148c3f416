import {
  at,
  between,
  comment,
  decoyBefore,
  decoyBehind,
  ends,
  inAnyForm,
} from '#mail/as-alias/spellings/mailbox-pattern.ts';
import { escapePattern } from '#mail/as-alias/normalize-obfuscation.ts';

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
