import { inAnyForm, tag } from '#mail/as-alias/spellings/mailbox-pattern.ts';
import { escapePattern, joiner } from '#mail/as-alias/unveil-text.ts';

const noLetterBefore = '(?<![\\p{L}\\p{N}])';
const escaped = '\\\\{0,2}';
const quote = `${escaped}["']?`;
const is = '\\s{0,3}(?:=>?|:)\\s{0,3}';
/** `user=`, `"login": "`, `mail_domain => '`. */
const before = `${noLetterBefore}(?:e?mail|[a-z]{1,12}[._-])?`;
const behind = '(?:[._-]?(?:name|part|id))?';
const user = '(?:user|login|local|mailbox)';
/** Words of signatures and sentences as well: they name a field only in quotes or before an equals sign. */
const word = '(?:account|name)';
const namesUser = `${before}(?:${user}${behind}${quote}|${word}${behind}${escaped}["'])${is}${quote}`;
const namesUserHere = `${before}${word}${behind}\\s{0,3}=>?\\s{0,3}${quote}`;
const server = '(?:domain|host|server|realm)';
const namesServer = `${before}${server}${behind}${quote}${is}${quote}`;

/** Up to the next field, whatever others stand between; behind a comma there is one, or it is a sentence, which ends none as well. */
function makeNext(others: string): string {
  const comma = `,(?=\\s{0,3}${quote}[\\w.-]{1,40}${quote}${is})`;
  return `${quote}\\s{0,3}(?:(?:[&;${others}]|${comma})(?:[^{}<.!?${others === '' ? '\\r\\n' : ''}]|[.!?](?!\\s)){0,100}?|\\s)`;
}

const next = makeNext('\\r\\n');
const nextHere = makeNext('').replaceAll('\\s', '[^\\S\\r\\n]');
const endsValue = '(?![\\p{L}\\p{N}]|[._-][\\p{L}\\p{N}])';

/** Names of what a host does: cells of such a row tell what it is called, and of nobody's mailbox. */
const roles = new Set(
  'abuse admin administrator contact ftp hello help hostmaster imap info mail mx news noc ns office pop pop3 postmaster root sales security smtp support team vpn web webmail webmaster www'.split(
    ' ',
  ),
);

function makeFields(local: string, domains: readonly string[], dotless: boolean): RegExp {
  const mailbox = inAnyForm(local, dotless);
  const host = `(?:${domains.map((domain) => inAnyForm(domain, false)).join('|')})`;
  const site = `(?:(?:imap|smtp|mail|pop3?)\\.)?${host}`;
  const userFirst = `${mailbox}(?:(?<=${namesUser}${mailbox})${tag}${next}|(?<=${namesUserHere}${mailbox})${tag}${nextHere})${namesServer}${site}${endsValue}`;
  const serverFirst = `${host}(?<=${namesServer}${site})(?:${next}${namesUser}|${nextHere}${namesUserHere})${mailbox}${endsValue}`;
  return new RegExp(`(?<kept>${userFirst}|${serverFirst})`, 'giu');
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
  return new RegExp(`[=:]>?\\s{0,3}${quote}${[...sure].join(`${joiner}{0,4}`)}`, 'i');
}

const namesAnyServer = new RegExp(`${server}${behind}${quote}${is}`, 'i');

/**
 * The halves of an address as fields of their own, in either order, as links, forms, JSON and lists of settings have them, or as cells
 * beside each other: `user=ann&domain=home.example`, `ann;home.example`. Made only for texts that have such a field.
 */
export function createFieldSearch(
  local: string,
  domains: readonly string[],
  dotless: boolean,
): (text: string) => RegExp[] {
  const hint = makeHint(local, dotless);
  let fields: RegExp | null = null;
  let cells: RegExp | null = null;
  return (text) => {
    const found: RegExp[] = [];
    if (namesAnyServer.test(text) && hint.test(text)) found.push((fields ??= makeFields(local, domains, dotless)));
    if (!roles.has(local)) found.push((cells ??= makeCells(local, domains, dotless)));
    return found;
  };
}
