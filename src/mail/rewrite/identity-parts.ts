import { decodeText } from '#mail/message/decode-text.ts';
import { decodeTransfer } from '#mail/message/decode-transfer.ts';
import { decodeWords } from '#mail/message/decode-words.ts';
import { fieldText } from '#mail/message/field-text.ts';
import type { MimePart } from '#mail/message/mime-part.ts';
import { parseMessage } from '#mail/message/parse-message.ts';
import { parseParts, walkParts } from '#mail/message/parse-parts.ts';
import type { AddressReplacer } from '#mail/rewrite/address-replacer.ts';

/** What about a part says who wrote the message. */
export type Identity = 'signature' | 'key' | 'encrypted' | 'winmail' | 'receipt' | 'names_owner';

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
export const isArmoured = (text: string): boolean => armour.test(text);

const nameOfPart = ({ disposition, parameters }: MimePart): string =>
  disposition?.parameters.get('filename') ?? parameters.get('name') ?? '';

/** Parts that pass whole or not at all: a changed octet would break them, or they are somebody's own message. */
export const isKeptWhole = ({ type }: MimePart): boolean => type in byType || type.startsWith('message/');

const kindOf = (part: MimePart): Identity | null => {
  if (
    part.type === 'multipart/report' &&
    part.parameters.get('report-type')?.toLowerCase() === 'disposition-notification'
  ) {
    return 'receipt';
  }
  const name = nameOfPart(part);
  return byType[part.type] ?? byName.find(([form]) => form.test(name))?.[1] ?? null;
};

/** Octets of a text that are searched in all spellings; longer ones only for the address as it is written. */
const maxTextOctets = 1024 * 1024;
/** Messages that stand encoded inside each other are opened so many times; what lies deeper counts as found. */
const maxOpened = 4;

/** Whether a part without children names the owner, as it stands, decoded, or as a message of its own. */
const leafReveals = (part: MimePart, replacer: AddressReplacer, opened: number): boolean => {
  const octets = decodeTransfer(part.content, part.encoding);
  if (replacer.isIn(part.content) || replacer.isIn(octets)) return true;
  if (part.type.startsWith('text/')) return octets.length <= maxTextOctets && replacer.reveals(decodeText(part));
  return part.type.startsWith('message/') && messageReveals(octets, replacer, opened + 1);
};

const messageReveals = (octets: Buffer, replacer: AddressReplacer, opened: number): boolean => {
  const { root, complete } = parseParts(parseMessage(octets));
  return !complete || opened > maxOpened || branchReveals(root, replacer, opened);
};

function branchReveals(branch: MimePart, replacer: AddressReplacer, opened: number): boolean {
  return [...walkParts(branch)].some(
    (part) =>
      part.fields.some((field) => replacer.reveals(decodeWords(fieldText(field)))) ||
      (part.children.length === 0 && leafReveals(part, replacer, opened)),
  );
}

/**
 * The first thing in a message that would tell who its owner is: signatures, keys, Outlook's winmail.dat, receipts, and
 * any part outside `texts`, whose words are rewritten, that holds one of the owner's addresses; null when there is none.
 */
export const findIdentity = (
  root: MimePart,
  texts: ReadonlyMap<MimePart, string>,
  replacer: AddressReplacer,
): Identity | null => {
  for (const part of walkParts(root)) {
    const text = texts.get(part);
    const kind = kindOf(part) ?? (text !== undefined && isArmoured(text) ? 'signature' : null);
    if (kind !== null) return kind;
    if (text !== undefined || part.type.startsWith('multipart/')) continue;
    if (branchReveals({ ...part, fields: [] }, replacer, 0)) return 'names_owner';
  }
  return null;
};
