import type { SenderFormat } from '#contract/account/formats.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { type Mailbox, formatPhrase } from '#protocol/message/mailboxes.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

const maxNameCharacters = 40;
/** UTF-16 units of a text that are looked at; an address has fewer. */
const maxRead = 512;

/** Controls, bidi and other invisible characters; joiners and emoji variants stay, words and signs need them. */
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** At signs, brackets and separators, also those that look or decompose like them. */
const misleading = /[@<>\p{Ps}\p{Pe}\p{Z}\u2800]/u;

/** Joiners and variants alone draw nothing. */
const visible = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\S/u;

const plainAscii = /^[\x20-\x7e]*$/;

function cleanCharacter(character: string): string {
  if (misleading.test(character.normalize('NFKC'))) return ' ';
  return invisible.test(character) ? '' : character;
}

function cleanCharacters(text: string): string {
  return plainAscii.test(text)
    ? text.replaceAll(/[@<>()[\]{}]/g, ' ')
    : [...text.toWellFormed().replaceAll(/\s/gu, ' ')].map(cleanCharacter).join('');
}

/** The word that stands for an at sign, in Latin or look-alike letters. */
function isAt(word: string): boolean {
  return /^[aаɑα][tтτ]$/iu.test(word.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''));
}

/** Text that can pass for no address, no second bracket and no encoded word of RFC 2047. */
function cleanText(text: string): string {
  return cleanCharacters(text.slice(0, maxRead))
    .split(' ')
    .filter((word) => word !== '')
    .filter((word, index, words) => index === 0 || index === words.length - 1 || !isAt(word))
    .join(' ')
    .replaceAll('=?', '= ?');
}

/** A name a stranger chose, made harmless and cut to 40 characters; null when nothing is left of it. */
export function cleanName(name: string | null): string | null {
  const cut = [...cleanText(name ?? '')].slice(0, maxNameCharacters).join('').trim();
  return visible.test(cut) ? cut : null;
}

/** `bob at example.com`, or `bob(a)example.com`: of the parsed address, so that no name can claim another. */
function showAddress(address: string, at: ' at ' | '(a)'): string {
  const { local, domain } = splitAddress(address);
  return `${cleanText(local)}${at}${cleanText(domain)}`.trim();
}

/**
 * How a correspondent is shown beside the reverse address: `Bob (bob at example.com)`, or `bob at example.com` without
 * a name of its own; as the owner chose otherwise. Null: not at all. Whoever has no name is shown by the address.
 */
export function showSender({ name, address }: Mailbox, format: SenderFormat): string | null {
  if (format === 'none') return null;
  const shown = showAddress(address, format === 'bracket' ? '(a)' : ' at ');
  const cleaned = name?.trim().toLowerCase() === address.toLowerCase() ? null : cleanName(name);
  if (cleaned === null || format === 'address') return shown;
  if (format === 'name') return cleaned;
  return format === 'bracket' ? `${cleaned} - ${shown}` : `${cleaned} (${shown})`;
}

/** The same where no owner chose. */
export function showMailbox({ name, address }: Mailbox): string {
  return showSender({ name, address }, 'at') ?? '';
}

/**
 * Whom To and Cc named and who has no reverse address: by name alone, in a field that no program answers to. An empty
 * group in Cc would be a recipient for some: bsd-mailx takes its words for names of users, mutt answers to `;;`.
 */
export function alsoToField(mailboxes: readonly Mailbox[]): HeaderField[] {
  if (mailboxes.length === 0) return [];
  return [makeField('X-Kauke-Also-To', mailboxes.map((mailbox) => formatPhrase(showMailbox(mailbox))).join(', '))];
}
