import { filenameOf } from '#protocol/message/body-parts.ts';
import type { AddressReplacer } from '#mail/as-alias/address-replacer.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts } from '#protocol/message/parse-parts.ts';
import { decodeText, decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** What about a part says who wrote the message. */
export type Identity =
  | 'signature'
  | 'key'
  | 'encrypted'
  | 'winmail'
  | 'receipt'
  | 'names_owner'
  | 'document'
  | 'sealed';

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

const armour = /^-----BEGIN PGP (?:SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----/m;

/** Whether a text holds a PGP block (RFC 9580 §6.2) of the writer's own, not a quoted one. */
export function isArmoured(text: string): boolean {
  return armour.test(text);
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

/** Octets of a text that are searched in all spellings; longer ones only for the address as it is written. */
const maxTextOctets = 1024 * 1024;
/** Messages that stand encoded inside each other are opened so many times; what lies deeper counts as found. */
const maxOpened = 4;

/** What is looked at, and how far it is inside of others. */
interface Search {
  /** Parts whose words are rewritten. */
  readonly texts: ReadonlyMap<MimePart, string>;
  readonly replacer: AddressReplacer;
  /** Within a message that passes whole, its header too. */
  readonly kept: boolean;
  readonly opened: number;
}

/** What a part without children tells: decoded, or as a message of its own. */
function* findInLeaf(part: MimePart, search: Search): Generator<undefined, Identity | null> {
  const { replacer, opened } = search;
  yield;
  const octets = decodeTransfer(part.content, part.encoding);
  if (replacer.isIn(octets)) return 'names_owner';
  if (part.type.startsWith('text/')) {
    const isSearched = octets.length <= maxTextOctets;
    return isSearched && (yield* replacer.revealsLong(decodeText(part))) ? 'names_owner' : null;
  }
  if (!part.type.startsWith('message/')) return null;
  const { root, complete } = parseParts(parseMessage(octets));
  if (!complete || opened === maxOpened) return 'names_owner';
  return yield* findInPart(root, { ...search, kept: true, opened: opened + 1 });
}

function* findInPart(part: MimePart, search: Search): Generator<undefined, Identity | null> {
  const { texts, replacer } = search;
  const text = texts.get(part);
  const kind = kindOf(part) ?? (text !== undefined && isArmoured(text) ? 'signature' : null);
  if (kind !== null || text !== undefined) return kind;
  if (search.kept && part.fields.some((field) => replacer.reveals(decodeWords(fieldText(field))))) return 'names_owner';
  if (part.children.length === 0) return yield* findInLeaf(part, search);
  const inside = { ...search, kept: search.kept || isKeptWhole(part) };
  for (const child of part.children) {
    const found = yield* findInPart(child, inside);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The first thing in a message that would tell who its owner is: signatures, keys, Outlook's winmail.dat, receipts, and
 * any part outside `texts`, whose words are rewritten, that holds one of the owner's addresses; null when there is none. In steps.
 */
export function findIdentity(
  root: MimePart,
  texts: ReadonlyMap<MimePart, string>,
  replacer: AddressReplacer,
): Generator<undefined, Identity | null> {
  return findInPart(root, { texts, replacer, kept: false, opened: 0 });
}
