import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { editParts, type PartEdit } from '#protocol/message/edit-parts.ts';
import { makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';
import { parseParts, walkParts, type MimePart } from '#protocol/message/parse-parts.ts';
import { decodeTransfer, encodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** How a message has to be, to travel where it goes. */
export interface TravelRule {
  /** Whether octets, of a body or of a field, may stand as they are. Both encodings of a body always fit. */
  readonly fits: (octets: Buffer) => boolean;
  /** A field that does not fit in another form; as it is where there is none. */
  readonly turnField: (field: HeaderField) => HeaderField;
  /** Whether what fits is 7bit, and a multipart with it. */
  readonly allSevenBit: boolean;
}

/** What these hold stands as it is or nowhere (RFC 2045 §6.4, RFC 2046 §5.2.2). */
const composite = /^(?:multipart\/|message\/(?:rfc822|global|partial|external-body)$)/;

/** Octets that may be encoded before others get their turn. */
const turnBytes = 64 * 1024;

/** A part's fields in their new form, with the encoding that its content now has. */
function recodedFields(fields: readonly HeaderField[], encoding: string, { turnField }: TravelRule): HeaderField[] {
  const others = fields.filter(({ key }) => key !== 'content-transfer-encoding').map(turnField);
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

/** A composite part: its children are edited one by one, text outside of them that does not fit goes. */
function editComposite(body: Buffer, part: MimePart, rule: TravelRule): PartEdit {
  const edges = [part.contentStart, ...part.children.flatMap(({ start, end }) => [start, end]), part.end];
  const fitsOutside = edges.every((from, index) => index % 2 === 1 || rule.fits(body.subarray(from, edges[index + 1])));
  const fields = rule.allSevenBit ? recodedFields(part.fields, '7bit', rule) : part.fields.map(rule.turnField);
  return fitsOutside ? { fields } : { fields, boundary: part.parameters.get('boundary') ?? '' };
}

function editLeaf(part: MimePart, rule: TravelRule): PartEdit {
  if (rule.fits(part.content)) return { fields: part.fields.map(rule.turnField) };
  const octets = decodeTransfer(part.content, part.encoding);
  const { encoding, content } = encodeTransfer(octets);
  return { fields: recodedFields(namedFields(part, octets), encoding, rule), content };
}

/** Null where the part must stand as it is: signed (RFC 1847 §2.1), or composite and not read. */
function editPart(body: Buffer, part: MimePart, rule: TravelRule): PartEdit | null {
  const isLeaf = part.children.length === 0;
  const isFixed = part.type === 'multipart/signed' || (isLeaf && composite.test(part.type));
  if (isFixed && !rule.fits(part.content)) return null;
  return isLeaf ? editLeaf(part, rule) : editComposite(body, part, rule);
}

function fitsWhole({ fields, body }: RawMessage, { fits }: TravelRule): boolean {
  return fits(body) && fields.every(({ raw }) => fits(raw));
}

/**
 * A message as a rule wants it, its parts in quoted-printable or base64 where they do not fit; the very same where all of it does, null
 * where it cannot be had. In steps.
 */
export async function recode(message: RawMessage, rule: TravelRule): Promise<RawMessage | null> {
  if (fitsWhole(message, rule)) return message;
  const { root, complete } = parseParts(message);
  if (!complete) return null;
  const edits = new Map<MimePart, PartEdit>();
  let bytes = 0;
  for (const part of walkParts(root)) {
    if (fitsWhole({ fields: part.fields, body: message.body.subarray(part.start, part.end) }, rule)) continue;
    const edit = editPart(message.body, part, rule);
    if (edit === null) return null;
    edits.set(part, edit);
    bytes += edit.content?.length ?? 0;
    if (bytes < turnBytes) continue;
    bytes = 0;
    await nextTurn();
  }
  const recoded = editParts(message, root, edits);
  return fitsWhole(recoded, rule) ? recoded : null;
}
