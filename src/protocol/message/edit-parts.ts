import { filenameOf } from '#protocol/message/body-parts.ts';
import { joinHeader, makeField, fieldText } from '#protocol/message/header-fields.ts';
import { formatParameters, parseParameters } from '#protocol/message/parameters.ts';
import type { MimePart } from '#protocol/message/parse-parts.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';
import { encodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** An edit: what becomes of one part. What is not named stays. */
export interface PartEdit {
  /** The part's fields, in place of its own. */
  readonly fields?: readonly HeaderField[];
  /** New text of a part without children; it is encoded anew as UTF-8, and its fields say so. */
  readonly text?: string;
  /** New octets of a part without children, already in the encoding that its fields name. */
  readonly content?: Buffer;
  /**
   * New boundary of a multipart, 1 to 70 characters that need no quotes. The caller's `fields` must name it. Text
   * outside the delimiters, which no reader shows, goes.
   */
  readonly boundary?: string;
}

const crlf = Buffer.from('\r\n');

/** What becomes of the parts of a message. */
interface Edits {
  readonly edits: ReadonlyMap<MimePart, PartEdit>;
  /** Stands where signatures stood that would not hold any more; empty: nothing does. */
  readonly note: string;
}

/** What only says who signed (RFC 8551 §3.5, RFC 3156 §5). */
const signatureTypes = new Set([
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
]);

function isTextField({ key }: HeaderField): boolean {
  return key === 'content-type' || key === 'content-transfer-encoding';
}

/** The fields with Content-Type and Content-Transfer-Encoding of newly encoded text, at the place of the old ones. */
function textFields(fields: readonly HeaderField[], encoding: string): HeaderField[] {
  const old = fields.find(({ key }) => key === 'content-type');
  const { value, parameters } = parseParameters(old === undefined ? '' : fieldText(old));
  const kept = [...parameters].filter(([name]) => name !== 'charset');
  const type = formatParameters(value === '' ? 'text/plain' : value, [['charset', 'utf-8'], ...kept]);
  const others = fields.filter((field) => !isTextField(field));
  const at = old === undefined ? fields.length : fields.indexOf(old);
  const place = fields.slice(0, at).filter((field) => !isTextField(field)).length;
  const made = [makeField('Content-Type', type), makeField('Content-Transfer-Encoding', encoding)];
  return others.toSpliced(place, 0, ...made);
}

/** The octets of a multipart under a new boundary. */
function joinMultipart(children: readonly Buffer[], boundary: string): Buffer[] {
  return [
    ...children.flatMap((child) => [Buffer.from(`--${boundary}\r\n`), child, crlf]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
}

/** The octets of a part's content, its children edited, everything between them as it was. */
function editContent(body: Buffer, part: MimePart, edits: Edits): Buffer {
  const boundary = edits.edits.get(part)?.boundary;
  const children = part.children.map((child) => editWhole(body, child, edits));
  if (boundary !== undefined) return Buffer.concat(joinMultipart(children, boundary));
  const pieces: Buffer[] = [];
  let from = part.contentStart;
  part.children.forEach((child, index) => {
    pieces.push(body.subarray(from, child.start), children[index] ?? Buffer.alloc(0));
    from = child.end;
  });
  return Buffer.concat([...pieces, body.subarray(from, part.end)]);
}

const signatureName = /\.(?:p7s|sig|asc)$/i;

/** Parts of a multipart/signed that hold its signature (RFC 1847 §2.1): never the first, which is what was signed. */
function isSignature(part: MimePart, { children, parameters }: MimePart): boolean {
  const protocol = parameters.get('protocol')?.toLowerCase();
  const isNamed = signatureName.test(filenameOf(part) ?? '');
  return part !== children[0] && (signatureTypes.has(part.type) || part.type === protocol || isNamed);
}

/** Whether something that a signature covers is edited; a signature that is edited holds no more, either. */
function breaksSignature(part: MimePart, edits: ReadonlyMap<MimePart, PartEdit>): boolean {
  return part.type === 'multipart/signed' && part.children.some((child) => isTouched(child, edits));
}

/** What was signed, without the wrapper that says so: parts like any other, and the note in the place of the signature. */
function openSigned(body: Buffer, part: MimePart, { edits, note }: Edits): RawMessage {
  const { fields = part.fields } = edits.get(part) ?? {};
  const boundary = part.parameters.get('boundary') ?? '';
  const type = makeField('Content-Type', formatParameters('multipart/mixed', [['boundary', boundary]]));
  const kept = part.children.filter((child) => !isSignature(child, part));
  const encoded = encodeTransfer(Buffer.from(`${note}\r\n`));
  const told = Buffer.concat([joinHeader(textFields([], encoded.encoding)), crlf, encoded.content]);
  const pieces = [...kept.map((child) => editWhole(body, child, { edits, note: '' })), ...(note === '' ? [] : [told])];
  return {
    fields: [...fields.filter(({ key }) => key !== 'content-type'), type],
    body: Buffer.concat(joinMultipart(pieces, boundary)),
  };
}

function editPart(body: Buffer, part: MimePart, { edits, note }: Edits): RawMessage {
  if (breaksSignature(part, edits)) return openSigned(body, part, { edits, note });
  const { fields = part.fields, text, content } = edits.get(part) ?? {};
  if (text !== undefined) {
    const encoded = encodeTransfer(Buffer.from(text));
    return { fields: textFields(fields, encoded.encoding), body: encoded.content };
  }
  return {
    fields,
    body: content ?? (part.children.length === 0 ? part.content : editContent(body, part, { edits, note })),
  };
}

function isTouched(part: MimePart, edits: ReadonlyMap<MimePart, PartEdit>): boolean {
  return edits.has(part) || part.children.some((child) => isTouched(child, edits));
}

function editWhole(body: Buffer, part: MimePart, edits: Edits): Buffer {
  if (!isTouched(part, edits.edits)) return body.subarray(part.start, part.end);
  const edited = editPart(body, part, edits);
  return Buffer.concat([joinHeader(edited.fields), crlf, edited.body]);
}

/**
 * Changes parts of a message and leaves every other octet as it was; without edits the message itself comes back.
 * `edits` names parts of the tree that `parseParts` read from this very message. The root's fields are the message's.
 *
 * No signature is left above what was changed: a multipart/signed (RFC 1847 §2.1) of which a part is edited becomes a
 * multipart/mixed with `note`, one line of text, in the place of its signature.
 */
export function editParts(
  message: RawMessage,
  root: MimePart,
  edits: ReadonlyMap<MimePart, PartEdit>,
  note = '',
): RawMessage {
  return isTouched(root, edits) ? editPart(message.body, root, { edits, note }) : message;
}
