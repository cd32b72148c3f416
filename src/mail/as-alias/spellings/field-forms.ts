import { pairFields, type HalfField } from '#mail/as-alias/spellings/field-pairs.ts';
import { inAnyForm, roleNames, tag } from '#mail/as-alias/spellings/mailbox-pattern.ts';
import { foundAt } from '#mail/as-alias/spellings/mailbox-search.ts';
import { escapePattern, joiner } from '#mail/as-alias/normalize-obfuscation.ts';

const noLetterBefore = '(?<![\\p{L}\\p{N}])';
const escaped = '\\\\{0,2}';
const quote = `${escaped}["'\`]?`;
const is = '\\s{0,3}(?:=>?|[:\\t])\\s{0,3}';
/** `user=`, `"login": "`, `mail_domain => '`. */
const before = `${noLetterBefore}(?:e?mail|[a-z]{1,12}[._-])?`;
const behind = '(?:[ ._-]?(?:name|part|id|naam|namn|navn|nimi|vardas))?';
const userWords =
  'user|login|local|mailbox|uid|benutzer|anmelde|usuario|usuário|utilisateur|utente|gebruikers?|naudotoj(?:as|o)|vartotoj(?:as|o)|användar|bruker|użytkownika?|uživatel|käyttäjä|пользователь|логин';
/** Words of signatures and sentences as well: they name a field only in quotes or before an equals sign. */
const word = '(?:account|name)';
/** `--user ann`, `-u ann`. */
const userOption = '(?<![\\p{L}\\p{N}-])--?(?:user(?:name)?|login|u)[ =]{1,2}["\']?';
const namesUser = `(?:${before}(?:(?:${userWords})${behind}${quote}|${word}${behind}${escaped}["'])${is}${quote}|${userOption})`;
const namesUserHere = `${before}${word}${behind}\\s{0,3}=>?\\s{0,3}${quote}`;
const serverWords =
  'domain|host|server|realm|domäne|domaine|dominio|domínio|domein|domenas|domän|domæne|domena|doména|serveris|serveur|servidor|serwer|домен|сервер';
/** `--host home.example`, `imaps://home.example`. */
const serverOption = '(?<![\\p{L}\\p{N}-])--?(?:domain|host|server)[ =]{1,2}["\']?|(?:imap|smtp|pop3?)s?:\\/\\/';
const namesServer = `(?:${before}(?:${serverWords})${behind}${quote}${is}${quote}|${serverOption})`;

/** What begins between two fields; behind a comma there is one, or it is a sentence. */
function makeOpening(ends: string, blank: string): RegExp {
  const comma = `,(?=${blank}{0,3}${quote}[\\w.-]{1,40}${quote}${is})`;
  return new RegExp(`${quote}${blank}{0,3}(?:[&;${ends}]|${comma})`, 'iuy');
}

const opening = makeOpening('\\r\\n', '\\s');
const openingHere = makeOpening('', '[^\\S\\r\\n]');
const blanksAlone = new RegExp(`^${quote}\\s{1,4}$`, 'u');
const blanksHere = new RegExp(`^${quote}[^\\S\\r\\n]{1,4}$`, 'u');
/** What ends all that belongs together: fields of others in brackets, a tag, a sentence. */
const parts = /[{}<]|[.!?](?=\s)/;
const partsHere = /[{}<\r\n]|[.!?](?=\s)/;
const mostBetween = 100;
/** Names that are words as well; and verbs that a name is told by. Behind any other word a value is one, and no sentence. */
const ordinary = 'will|may|hope';
const courtesies = 'please|thanks?|cheers|regards|bitte|danke|gruß|gruss|ačiū|prašau';
const verbs =
  'left|has|had|asked|said|wrote|called|follows?|hat|hatte|fragte?|sagt|schrieb|folgt|kommt|klausė|sakė|rašė';
/** A value behind a colon and a blank, or in a cell, that such a word follows begins a sentence, if that names no field itself. */
const told = /(?::\s{1,3}|\t\s{0,2})$/;
const goesOnInWords = new RegExp(
  `[^\\S\\r\\n]{1,3}(?!(?:pass|pwd?\\b|port\\b)|(?:[\\p{L}\\p{N}._-]{1,40} ){0,2}[\\p{L}\\p{N}._-]{1,40}${quote}${is})(?:(?<=(?<!\\p{L})(?:${ordinary})\\s{1,3})(?!(?:${courtesies})(?!\\p{L}))\\p{L}{1,40}|${verbs})(?![\\p{L}\\p{N}])`,
  'iuy',
);
const endsValue = '(?![\\p{L}\\p{N}]|[._-][\\p{L}\\p{N}])';

/** Whether nothing but other fields stands between two. */
function isNext(text: string, from: number, to: number, here: boolean): boolean {
  const gap = text.slice(from, to);
  if ((here ? blanksHere : blanksAlone).test(gap)) return true;
  const begins = here ? openingHere : opening;
  begins.lastIndex = from;
  if (!begins.test(text) || begins.lastIndex > to || to - begins.lastIndex > mostBetween) return false;
  return !(here ? partsHere : parts).test(text.slice(begins.lastIndex, to));
}

/** What begins a line with a small letter is a setting: a sentence has a capital there. */
const beginsSetting = /(?:^|[\r\n])[\s>|*•-]{0,12}\p{Ll}$/u;

/** Whether the value of a field may be a word of a sentence: one with a sign, a tag or a password is none. */
function isInSentence(text: string, { start, value, end }: HalfField): boolean {
  goesOnInWords.lastIndex = end;
  return (
    told.test(text.slice(Math.max(0, value - 4), value)) &&
    goesOnInWords.test(text) &&
    /^\p{L}+$/u.test(text.slice(value, end)) &&
    !beginsSetting.test(text.slice(Math.max(0, start - 16), start + 1))
  );
}

/** What ends a password, if the next field begins behind it; a mark of Markdown ends it before all but a word. */
const password = `(?::(?:[^\\s@:/<>"'\`&;,]|[&;,](?!${quote}[\\w.-]{1,40}${quote}${is})|\`(?=[\\p{L}\\p{N}])){1,64})?`;

/** Finds both kinds of fields of one mailbox. */
interface Fields {
  readonly users: RegExp;
  readonly servers: RegExp;
}

function makeFields(local: string, domains: readonly string[], dotless: boolean): Fields {
  const mailbox = inAnyForm(local, dotless);
  const host = `(?:${domains.map((domain) => inAnyForm(domain, false)).join('|')})`;
  return {
    users: new RegExp(
      `(?:${namesUser}|(?<here>${namesUserHere}))(?<value>${mailbox})(?<rest>${tag}${password})${endsValue}`,
      'giu',
    ),
    servers: new RegExp(`${namesServer}(?:(?:imap|smtp|mail|pop3?)\\.)?(?<value>${host})${endsValue}`, 'giu'),
  };
}

function* eachField(text: string, pattern: RegExp): Generator<HalfField> {
  for (const { 0: found, index, groups } of text.matchAll(pattern)) {
    // From its end: what its name, tag or password holds may be the same word once more.
    const end = index + found.length;
    const value = end - (groups?.['rest'] ?? '').length - (groups?.['value'] ?? '').length;
    yield { start: index, value, end, here: groups?.['here'] !== undefined };
  }
}

/** Both halves as one thing found, from the value of the first to the end of the second. */
function* findFields(text: string, { users, servers }: Fields): Generator<RegExpExecArray> {
  const hosts = [...eachField(text, servers)];
  if (hosts.length === 0) return;
  const isJoined = (first: HalfField, second: HalfField): boolean =>
    isNext(text, first.end, second.start, first.here || second.here);
  const named = [...eachField(text, users)].filter((field) => !isInSentence(text, field));
  for (const [first, second] of pairFields(named, hosts, isJoined)) {
    const whole = text.slice(first.value, second.end);
    yield foundAt(text, [first.value, second.end], { kept: whole });
  }
}

/** Cells beside each other, as a program writes them: without blanks, and nothing in them. */
function makeCells(local: string, domains: readonly string[], dotless: boolean): RegExp {
  const mailbox = dotless ? [...local].map(escapePattern).join('\\.?') : escapePattern(local);
  const host = `(?:${domains.map(escapePattern).join('|')})`;
  return new RegExp(`(?<=^|[\\n,;\\t|])(?<kept>${mailbox}[,;\\t|]${host})(?=[,;\\t|\\r\\n]|$)`, 'giu');
}

/** The letters that a value begins with in whatever form; of a name whose dots stand anywhere the first. */
function makeHint(local: string, dotless: boolean): RegExp {
  const apart = local.normalize('NFD');
  const [run = ''] = /^[a-z\d]*/i.exec(apart) ?? [];
  // An accent may stand apart from the last of them.
  const sure = dotless ? run.slice(0, 1) : run.slice(0, run.length === apart.length ? run.length : -1);
  return new RegExp(
    `(?:[=:\\t]>?|-(?:user(?:name)?|login|u) )\\s{0,3}${quote}${[...sure].join(`${joiner}{0,4}`)}`,
    'i',
  );
}

const namesAnyServer = new RegExp(`(?:${serverWords})${behind}${quote}${is}|${serverOption}`, 'iu');

/**
 * The halves of an address as fields of their own, in either order, as links, forms, JSON and lists of settings have them, or as cells
 * beside each other: `user=ann&domain=home.example`, `ann;home.example`.
 */
export function createFieldSearch(
  local: string,
  domains: readonly string[],
  dotless: boolean,
): (text: string) => Generator<RegExpExecArray> {
  const hint = makeHint(local, dotless);
  let fields: Fields | null = null;
  let cells: RegExp | null = null;
  return function* findHalves(text) {
    if (namesAnyServer.test(text) && hint.test(text)) {
      fields ??= makeFields(local, domains, dotless);
      yield* findFields(text, fields);
    }
    if (!roleNames.has(local)) yield* text.matchAll((cells ??= makeCells(local, domains, dotless)));
  };
}
