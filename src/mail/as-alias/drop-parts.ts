import { kindOf } from '#mail/as-alias/identity-parts.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts } from '#protocol/message/parse-parts.ts';
import { decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** What an owner has taken out of what they send. */
interface Dropped {
  readonly keys: boolean;
  readonly signatures: boolean;
}

/** A part after that: its fields, and its content as it is encoded. */
type Kept = Pick<MimePart, 'fields' | 'content'>;

const crlf = Buffer.from('\r\n');

const keyTypes = new Set(['application/pgp-keys', 'application/pkix-cert', 'application/x-x509-user-cert']);
/** Encoded octets of a part that are read, to see what it begins as. */
const maxBeginning = 1024;
/** RFC 9580 §4.2, §6.2: an armoured key, or the packet of one in either form; a secret one names its owner, too. */
const beginsAsKey = /^\s*-----BEGIN PGP (?:PUBLIC|PRIVATE) KEY BLOCK-----|^[\x94-\x96\x98-\x9a\xc5\xc6]/;

/** Not what only has the name of a key, as files that are encrypted have it and `encrypted.asc` of PGP/MIME (RFC 3156 §4). */
function isKey(part: MimePart): boolean {
  if (keyTypes.has(part.type)) return true;
  const beginning = decodeTransfer(part.content.subarray(0, maxBeginning), part.encoding);
  return beginsAsKey.test(beginning.toString('latin1'));
}

function isDropped(part: MimePart, { keys, signatures }: Dropped): boolean {
  if (part.children.length > 0) return false;
  const kind = kindOf(part);
  return (keys && kind === 'key' && isKey(part)) || (signatures && kind === 'signature');
}

function joinKept({ fields, content }: Kept): Buffer {
  return Buffer.concat([joinHeader(fields), crlf, content]);
}

/** Null: nothing of it is left. Multiparts that lose nothing stay octet by octet. */
function keepPart(part: MimePart, dropped: Dropped): Kept | null {
  if (isDropped(part, dropped)) return null;
  const [signed] = part.children;
  // What was signed stands first (RFC 1847 §2.1); without its signature it is a part like any other.
  if (part.type === 'multipart/signed' && dropped.signatures && signed !== undefined) return keepPart(signed, dropped);
  const boundary = part.parameters.get('boundary');
  if (!part.type.startsWith('multipart/') || boundary === undefined) return part;
  const kept = part.children.map((child) => keepPart(child, dropped));
  if (kept.every((child, index) => child === part.children[index])) return part;
  const left = kept.filter((child) => child !== null);
  if (left.length === 0) return null;
  const pieces = left.flatMap((child) => [Buffer.from(`--${boundary}\r\n`), joinKept(child), crlf]);
  return { fields: part.fields, content: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]) };
}

function isContent({ key }: HeaderField): boolean {
  return key.startsWith('content-');
}

/**
 * A message without public keys or signatures of its owner, where they want that: those are attachments, or stand around a part. What
 * is signed or encrypted within a text stays, as does a message that would have nothing left. Never throws.
 */
export function dropParts(message: RawMessage, dropped: Dropped): RawMessage {
  if (!dropped.keys && !dropped.signatures) return message;
  const { root, complete } = parseParts(message);
  const kept = complete ? keepPart(root, dropped) : root;
  if (kept === null || kept === root) return message;
  const fields = [...message.fields.filter((field) => !isContent(field)), ...kept.fields.filter(isContent)];
  return { fields, body: kept.content };
}
