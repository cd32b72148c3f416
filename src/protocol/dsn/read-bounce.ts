import { findField } from '#protocol/message/header-fields.ts';
import { parseMessage, type HeaderField, type RawMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import { decodeText, decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** What somebody's mail server says about a message of ours that it will never deliver. */
export interface BounceReport {
  /** RFC 3463: `5.1.1`; `5.0.0` where the report does not say. */
  readonly status: string;
  /** Header fields of our message as they came back; empty when they did not. */
  readonly returned: readonly HeaderField[];
}

/** More of a report is not looked at. */
const maxReadBytes = 256 * 1024;
const maxRecipients = 100;

const enhancedStatus = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/;
const basicStatus = /(?<!\d)5[0-5]\d(?=[ -])/;

/** The groups of fields that empty lines part (RFC 3464 §2.1), after the one about the message as a whole. */
function readGroups(content: Buffer): HeaderField[][] {
  const groups: HeaderField[][] = [];
  let rest = content.subarray(0, maxReadBytes);
  while (rest.length > 0 && groups.length <= maxRecipients) {
    const { fields, body } = parseMessage(rest);
    if (fields.length === 0 && body.length === rest.length) break;
    groups.push([...fields]);
    rest = body;
  }
  return groups.filter((fields) => fields.length > 0);
}

/** RFC 3464 §2.3: `failed` is final, also after a status that was temporary. */
function readDeliveryStatus(part: MimePart): string | null {
  for (const fields of readGroups(decodeTransfer(part.content, part.encoding))) {
    if (findField(fields, 'action')?.toLowerCase() !== 'failed') continue;
    return enhancedStatus.exec(findField(fields, 'status') ?? '')?.[0] ?? '5.0.0';
  }
  return null;
}

/** The header of our message: enclosed whole, as headers alone, or pasted under a report of plain text. */
function findReturned(parts: readonly MimePart[]): readonly HeaderField[] {
  for (const part of parts) {
    if (part.type === 'message/rfc822' && part.children[0] !== undefined) return part.children[0].fields;
    if (part.type === 'text/rfc822-headers') {
      return parseMessage(decodeTransfer(part.content, part.encoding).subarray(0, maxReadBytes)).fields;
    }
  }
  return [];
}

/** Servers that write reports of their own form: by a field they set or the words they begin with. */
const knownForms: readonly { readonly key: string | null; readonly start: RegExp }[] = [
  // Exim names the recipients in a field.
  { key: 'x-failed-recipients', start: /(?:)/ },
  // qmail and its heirs: QSBMF.
  { key: null, start: /^Hi\. This is the .{1,100} program/i },
  {
    key: null,
    start: /^This (?:is the mail system at host|message was created automatically by mail delivery software)/i,
  },
];

const pastedHeader =
  /^(?:--- ?Below this line is a copy of the message\.|-{3,}.{0,40}(?:original message|copy of (?:your|the) message).{0,60})\r\n(?:\r\n)?/im;

function readKnownForm({ fields }: RawMessage, text: string): BounceReport | null {
  const start = text.trimStart();
  const known = knownForms.some(
    (form) => (form.key === null || findField(fields, form.key) !== null) && form.start.test(start),
  );
  if (!known) return null;
  const pasted = pastedHeader.exec(text);
  const words = pasted === null ? text : text.slice(0, pasted.index);
  const enhanced = enhancedStatus.exec(words)?.[0];
  if (enhanced === undefined && !basicStatus.test(words)) return null;
  const below = pasted === null ? '' : text.slice(pasted.index + pasted[0].length);
  return { status: enhanced ?? '5.0.0', returned: parseMessage(Buffer.from(below)).fields };
}

/**
 * Reads a bounce: a delivery status notification (RFC 3464) or one of the listed older forms that says that a message
 * failed for good. Null for everything else that comes to a bounce address: delays, automatic replies, challenges,
 * disposition notifications. Never throws.
 */
export function readReport(message: RawMessage): BounceReport | null {
  const parts = [...walkParts(parseParts(message).root)];
  const status = parts.find(
    ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
  );
  if (status !== undefined) {
    const failed = readDeliveryStatus(status);
    return failed === null ? null : { status: failed, returned: findReturned(parts) };
  }
  const text = parts.find(({ type, children }) => type === 'text/plain' && children.length === 0);
  if (text === undefined) return null;
  const content = text.content.subarray(0, maxReadBytes);
  const report = readKnownForm(message, decodeText({ ...text, content }));
  if (report === null) return null;
  return report.returned.length > 0 ? report : { ...report, returned: findReturned(parts) };
}
