import { filenameOf } from '#protocol/message/body-parts.ts';
import type { AddressReplacer } from '#mail/as-alias/address-replacer.ts';
import { hasTraceOnTop } from '#mail/documents/quoted-trace.ts';
import { findUuencoded, mayEnclose } from '#mail/documents/uuencoded-files.ts';
import { decodeWords, unknownWordCharset } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts } from '#protocol/message/parse-parts.ts';
import { decodeTransfer, readText, unknownCharset } from '#protocol/message/transfer-encoding.ts';

/** What about a part says who wrote the message. */
export type Identity =
  | 'signature'
  | 'key'
  | 'encrypted'
  | 'winmail'
  | 'receipt'
  | 'names_owner'
  | 'servers'
  | 'document'
  | 'sealed';

/** Why a part cannot be sent: it tells who wrote it, or is written in a charset that nobody here can read. */
export type Finding =
  | { readonly kind: 'identity'; readonly identity: Identity }
  | { readonly kind: 'charset'; readonly charset: string };

const byType: Readonly<Record<string, Identity>> = {
  'multipart/signed': 'signature',
  'application/pkcs7-signature': 'signature',
  'application/x-pkcs7-signature': 'signature',
  'application/pgp-signature': 'signature',
  'application/pkcs7-mime': 'encrypted',
  'application/x-pkcs7-mime': 'encrypted',
  'multipart/encrypted': 'encrypted',
  'application/pgp-encrypted': 'encrypted',
  'application/pgp-keys': 'key',
  'application/pkix-cert': 'key',
  'application/x-x509-user-cert': 'key',
  'application/ms-tnef': 'winmail',
  'application/vnd.ms-tnef': 'winmail',
  'message/disposition-notification': 'receipt',
};

const byName: readonly (readonly [RegExp, Identity])[] = [
  [/^winmail\.dat$|^win\.dat$/i, 'winmail'],
  [/\.(?:p7s|sig)$|^signature\.asc$/i, 'signature'],
  [/\.p7m$/i, 'encrypted'],
  [/\.(?:asc|pgp|gpg)$/i, 'key'],
];

const armour =
  /^-----BEGIN PGP (?:(SIGNED MESSAGE|SIGNATURE)|(MESSAGE(?:, PART \d{1,4}(?:\/\d{1,4})?)?)|(?:PUBLIC|PRIVATE) KEY BLOCK)-----/m;

/** What a PGP block in a text (RFC 9580 §6.2) tells, of the writer's own and not a quoted one; null: there is none. */
function armourIn(text: string): Identity | null {
  // Most texts have none, and the pattern would try each line of them.
  if (!text.includes('-----BEGIN PGP ')) return null;
  const [block, signed, message] = armour.exec(text) ?? [];
  if (block === undefined) return null;
  if (signed !== undefined) return 'signature';
  return message === undefined ? 'key' : 'encrypted';
}

export function isArmoured(text: string): boolean {
  return armourIn(text) !== null;
}

/** Whether a text is one encrypted message and nothing else. */
export function isEncryptedText(text: string): boolean {
  const block = text.trim();
  return (
    block.startsWith('-----BEGIN PGP MESSAGE-----') &&
    block.indexOf('-----END PGP MESSAGE-----') === block.length - '-----END PGP MESSAGE-----'.length
  );
}

/** Parts that pass whole or not at all: a changed octet would break them, or they are somebody's own message. */
export function isKeptWhole({ type }: MimePart): boolean {
  return type in byType || type.startsWith('message/');
}

/** What a part by itself tells, by its type and its name. */
export function kindOf(part: MimePart): Identity | null {
  if (
    part.type === 'multipart/report' &&
    part.parameters.get('report-type')?.toLowerCase() === 'disposition-notification'
  ) {
    return 'receipt';
  }
  const name = filenameOf(part) ?? '';
  return byType[part.type] ?? byName.find(([form]) => form.test(name))?.[1] ?? null;
}

/** Whether a part is read in a charset: texts, and files of programs that are texts as well. */
function isText({ type, children }: MimePart): boolean {
  return children.length === 0 && /^text\/|^application\/(?:.*\+)?(?:xml|json|csv|javascript|ics)$/.test(type);
}

/** Octets of a text that are searched in all spellings; longer ones only for the address as it is written. */
const maxTextOctets = 1024 * 1024;
/** Messages that stand encoded inside each other are opened so many times; what lies deeper counts as found. */
const maxOpened = 4;

/** What is looked at, and how far it is inside of others. */
interface Search {
  /** Parts whose words are rewritten. */
  readonly texts: ReadonlyMap<MimePart, string>;
  readonly replacer: AddressReplacer;
  /** Of the alias. */
  readonly domain: string;
  /** Whether a text names a server through which the owner's mail goes. */
  readonly namesServer: (text: string) => boolean;
  /** Within a message that passes whole, its header too. */
  readonly kept: boolean;
  readonly opened: number;
}

function tells(identity: Identity): Finding {
  return { kind: 'identity', identity };
}

function isUnread(charset: string | null): Finding | null {
  return charset === null ? null : { kind: 'charset', charset };
}

/** By its name, as the text around it says nothing else. */
function typeOfEnclosed(name: string): string {
  if (/\.eml$/i.test(name)) return 'message/rfc822';
  return /\.(?:txt|csv|tsv|html?|vcf|ics|md|log|json|xml)$/i.test(name) ? 'text/plain' : 'application/octet-stream';
}

/** A file that is uuencoded, by its encoding (never registered, and undone by mail programs), its type or its name. */
function isUuencoded(part: MimePart): boolean {
  const [encoding, type] = [/^(?:x-)?uu(?:e|encode)$/, /\/(?:x-)?uu(?:e|encode)?$/];
  return encoding.test(part.encoding) || type.test(part.type) || /\.uue?$/i.test(filenameOf(part) ?? '');
}

/** What a part without children may have uuencoded files in, its octets as they are decoded; empty: nothing. */
export function textWithFiles(part: MimePart, octets: Buffer): string {
  if (!mayEnclose(octets)) return '';
  if (isUuencoded(part)) return octets.toString('latin1');
  return part.type.startsWith('text/') ? readText(part, octets) : '';
}

/** Files inside a text, as if they were attached. */
function* findInEnclosed(text: string, search: Search): Generator<undefined, Finding | null> {
  for (const file of findUuencoded(text)) {
    yield;
    if (file === undefined) continue;
    const { name, octets } = file;
    if (search.opened === maxOpened) return tells('names_owner');
    const part: MimePart = {
      fields: [],
      type: typeOfEnclosed(name),
      parameters: new Map([['name', name]]),
      disposition: null,
      encoding: 'binary',
      content: octets,
      start: 0,
      contentStart: 0,
      end: octets.length,
      children: [],
    };
    const found = yield* findInPart(part, { ...search, opened: search.opened + 1 });
    if (found !== null) return found;
  }
  return null;
}

/** Many programs attach one as any other file. */
function isMessage(part: MimePart): boolean {
  return part.type.startsWith('message/') || /\.eml$/i.test(filenameOf(part) ?? '');
}

/** What a part without children tells: decoded, or as a message of its own. */
function* findInLeaf(part: MimePart, search: Search): Generator<undefined, Finding | null> {
  const { replacer, opened } = search;
  yield;
  const octets = decodeTransfer(part.content, part.encoding);
  if (yield* replacer.isInLong(octets)) return tells('names_owner');
  if (part.type.startsWith('text/')) {
    const isShort = octets.length <= maxTextOctets;
    if (isShort && (yield* replacer.revealsLong(readText(part, octets)))) return tells('names_owner');
  }
  const enclosed = yield* findInEnclosed(textWithFiles(part, octets), search);
  if (enclosed !== null || !isMessage(part)) return enclosed;
  const { root, complete } = parseParts(parseMessage(octets));
  if (!complete || opened === maxOpened) return tells('names_owner');
  return yield* findInPart(root, { ...search, kept: true, opened: opened + 1 });
}

/** Fields that go out in some form. */
const isSent = /^(?:subject|to|cc|content-.*)$/;

function findUnread({ fields }: MimePart, { kept }: Search): Finding | null {
  const read = fields.filter(({ key }) => kept || isSent.test(key));
  return isUnread(read.map((field) => unknownWordCharset(fieldText(field))).find((found) => found !== null) ?? null);
}

function* findInFields({ fields }: MimePart, search: Search): Generator<undefined, Finding | null> {
  for (const field of fields) {
    if (yield* search.replacer.revealsLong(decodeWords(fieldText(field)))) return tells('names_owner');
  }
  return hasTraceOnTop(fields, search) ? tells('servers') : null;
}

/** What is told before anything is searched. */
function findOutside(part: MimePart, text: string | undefined, search: Search): Finding | null {
  const kind = kindOf(part) ?? (text === undefined ? null : armourIn(text));
  if (kind !== null) return tells(kind);
  return findUnread(part, search) ?? (isText(part) ? isUnread(unknownCharset(part)) : null);
}

function* findInPart(part: MimePart, search: Search): Generator<undefined, Finding | null> {
  const text = search.texts.get(part);
  const outside = findOutside(part, text, search);
  if (outside !== null) return outside;
  if (text !== undefined) return yield* findInEnclosed(text, search);
  const told = search.kept ? yield* findInFields(part, search) : null;
  if (told !== null) return told;
  if (part.children.length === 0) return yield* findInLeaf(part, search);
  const inside = { ...search, kept: search.kept || isKeptWhole(part) };
  for (const child of part.children) {
    const found = yield* findInPart(child, inside);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The first thing in a message that would tell who its owner is: signatures, keys, Outlook's winmail.dat, receipts, texts in a
 * charset that nobody here reads, and any part outside `texts`, whose words are rewritten, that holds one of the owner's addresses or
 * is a message as the owner's servers left it;
 * null when there is none. In steps.
 */
export function findIdentity(
  root: MimePart,
  texts: ReadonlyMap<MimePart, string>,
  search: Pick<Search, 'replacer' | 'domain' | 'namesServer'>,
): Generator<undefined, Finding | null> {
  return findInPart(root, { texts, ...search, kept: false, opened: 0 });
}
