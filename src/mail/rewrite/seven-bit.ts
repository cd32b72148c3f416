import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { asciiField } from '#mail/rewrite/ascii-field.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import type { Clock } from '#platform/clock.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { readSignatureTags, readSignedFields } from '#protocol/dkim/parse-signature.ts';
import type { TagList } from '#protocol/dkim/parse-tag-list.ts';
import { editParts, type PartEdit } from '#protocol/message/edit-parts.ts';
import { joinHeader, makeField } from '#protocol/message/header-fields.ts';
import { parseMessage, type HeaderField, type RawMessage } from '#protocol/message/parse-message.ts';
import { parseParts, walkParts, type MimePart } from '#protocol/message/parse-parts.ts';
import { decodeTransfer, encodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** What these hold stands as it is or nowhere (RFC 2045 §6.4, RFC 2046 §5.2.2). */
const composite = /^(?:multipart\/|message\/(?:rfc822|global|partial|external-body)$)/;

/** Octets that may be encoded before others get their turn. */
const turnBytes = 64 * 1024;

/** A part's fields in ASCII, with the encoding that its content now has. */
function recodedFields(fields: readonly HeaderField[], encoding: string): HeaderField[] {
  const others = fields.filter(({ key }) => key !== 'content-transfer-encoding').map(asciiField);
  return [...others, makeField('Content-Transfer-Encoding', encoding)];
}

/** What text that never said what it is lacks for an encoding (RFC 2045 §4, RFC 1428 §3). */
function namedFields({ fields, type }: MimePart, octets: Buffer): readonly HeaderField[] {
  const has = (key: string): boolean => fields.some((field) => field.key === key);
  const isMessage = fields.some(({ key }) => !key.startsWith('content-'));
  const charset = isUtf8(octets) ? 'utf-8' : 'unknown-8bit';
  return [
    ...fields,
    ...(isMessage && !has('mime-version') ? [makeField('MIME-Version', '1.0')] : []),
    ...(has('content-type') ? [] : [makeField('Content-Type', `${type}; charset=${charset}`)]),
  ];
}

/** A composite part: its children are edited one by one, text outside of them that is not ASCII goes. */
function editComposite(body: Buffer, part: MimePart): PartEdit {
  const edges = [part.contentStart, ...part.children.flatMap(({ start, end }) => [start, end]), part.end];
  const isOutsideAscii = edges.every(
    (from, index) => index % 2 === 1 || isAscii(body.subarray(from, edges[index + 1])),
  );
  const fields = recodedFields(part.fields, '7bit');
  return isOutsideAscii ? { fields } : { fields, boundary: part.parameters.get('boundary') ?? '' };
}

function editLeaf(part: MimePart): PartEdit {
  if (isAscii(part.content)) return { fields: part.fields.map(asciiField) };
  const octets = decodeTransfer(part.content, part.encoding);
  const { encoding, content } = encodeTransfer(octets);
  return { fields: recodedFields(namedFields(part, octets), encoding), content };
}

/** Null where the part must stand as it is: signed (RFC 1847 §2.1), or composite and not read. */
function editPart(body: Buffer, part: MimePart): PartEdit | null {
  const isLeaf = part.children.length === 0;
  const isFixed = part.type === 'multipart/signed' || (isLeaf && composite.test(part.type));
  if (isFixed && !isAscii(part.content)) return null;
  return isLeaf ? editLeaf(part) : editComposite(body, part);
}

function isInAscii({ fields, body }: RawMessage): boolean {
  return isAscii(body) && fields.every(({ raw }) => isAscii(raw));
}

/** The message in ASCII (RFC 6152 §3), its parts in quoted-printable or base64; null where it cannot be had. */
async function recode(message: RawMessage): Promise<RawMessage | null> {
  const { root, complete } = parseParts(message);
  if (!complete) return null;
  const edits = new Map<MimePart, PartEdit>();
  let bytes = 0;
  for (const part of walkParts(root)) {
    if (isInAscii({ fields: part.fields, body: message.body.subarray(part.start, part.end) })) continue;
    const edit = editPart(message.body, part);
    if (edit === null) return null;
    edits.set(part, edit);
    bytes += edit.content?.length ?? 0;
    if (bytes < turnBytes) continue;
    bytes = 0;
    await nextTurn();
  }
  const recoded = editParts(message, root, edits);
  return isInAscii(recoded) ? recoded : null;
}

/** What we put on top of a message when we signed it. */
const signatureKeys = new Set(['arc-seal', 'arc-message-signature', 'arc-authentication-results', 'dkim-signature']);

/** What it takes to sign anew. */
export interface SevenBitContext {
  readonly clock: Clock;
  readonly domains: DomainDirectory;
}

/** Signs a message as `own`, the signatures it had, say: for the same domain, and with an ARC set where it had one. */
async function signAnew(
  { clock, domains }: SevenBitContext,
  { fields, body }: RawMessage,
  own: ReadonlyMap<string, TagList | null>,
): Promise<Buffer> {
  const tags = own.get('dkim-signature');
  // Mail to the operator goes without.
  if (!tags) return joinHeader(fields);
  const signer = domains.signer(tags.get('d') ?? '');
  if (signer === null) throw new Error('a domain was removed while its mail waited');
  const status = own.get('arc-seal')?.get('cv');
  const [authenticationResults] = fields;
  const result = status === 'none' || status === 'pass' ? status : 'fail';
  return signMail(signer, {
    fields,
    bodyHash: createBodyHashes(body).sha256('relaxed'),
    now: new Date(clock.now()),
    ownFields: [...new Set(readSignedFields(tags))].filter((name) => name.startsWith('x-')),
    seal: status === undefined || !authenticationResults ? null : { authenticationResults, arc: { result } },
  });
}

/**
 * A message of ours, ready for the wire (header block with its empty line, body), for a server that takes ASCII only:
 * recoded, and signed after that (RFC 6376 §5.3). Null where it cannot be had in ASCII.
 * @throws Error when the domain that signed it is gone.
 */
export async function toSevenBit(
  context: SevenBitContext,
  [block = Buffer.alloc(0), ...pieces]: readonly Buffer[],
): Promise<readonly Buffer[] | null> {
  const { fields, body: unread } = parseMessage(block);
  if (unread.length > 0) return null;
  const ownCount = fields.findIndex(({ key }) => !signatureKeys.has(key));
  const own = new Map(fields.slice(0, ownCount).map((field) => [field.key, readSignatureTags(field)]));
  const recoded = await recode({ fields: fields.slice(ownCount), body: Buffer.concat(pieces) });
  if (recoded === null) return null;
  await nextTurn();
  return [Buffer.concat([await signAnew(context, recoded, own), Buffer.from('\r\n')]), recoded.body];
}
