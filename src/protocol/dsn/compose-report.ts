import type { Random } from '#platform/random.ts';
import { joinHeader, makeField, formatDate, type ComposedMail } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import { encodeTransfer } from '#protocol/message/transfer-encoding.ts';

export interface ReportInput {
  /** Who gets it: the reverse-path of the message. */
  readonly recipient: string;
  /** The address that was written to, as it was written: all that the report names (RFC 3464 §2.3.2). */
  readonly finalRecipient: string;
  /** ENVID and ORCPT as the sender gave them (RFC 3461 §4.4, §4.2), printable; null: it gave none. */
  readonly envelopeId?: string | null;
  readonly originalRecipient?: string | null;
  /** RFC 3464 §2.3.3. `relayed`: taken, and nobody tells more unless it fails. */
  readonly action?: 'failed' | 'relayed';
  /** A-label of that address; the report comes from its postmaster. */
  readonly domain: string;
  /** Our own name. */
  readonly hostname: string;
  /** RFC 3463. */
  readonly status: string;
  /** What the report says to people, in ASCII. */
  readonly words: { readonly from: string; readonly subject: string; readonly lines: readonly string[] };
  /** The sender's own Message-ID, Subject and Date, as far as they are known. */
  readonly original: readonly HeaderField[];
  readonly now: Date;
  readonly random: Random;
}

/** A subject that came in raw UTF-8 is quoted, so that any server takes the report. */
function partOf(boundary: string, type: string, octets: Buffer): string {
  const { encoding, content } = encodeTransfer(octets);
  return [
    `--${boundary}`,
    `Content-Type: ${type}`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    content.toString('latin1'),
    '',
  ].join('\r\n');
}

/**
 * A delivery status notification (RFC 3464, RFC 6522) to the sender of a message that reached nobody, or was taken. It names the final
 * recipient only (RFC 3461 §5.2.7.4), holds nothing that a target's server said but the class of its status, and none of the body.
 */
export function composeReport(input: ReportInput): ComposedMail {
  const { recipient, finalRecipient, domain, hostname, status, words, original, now, random } = input;
  const { action = 'failed', envelopeId = null, originalRecipient = null } = input;
  const boundary = `=_${random.bytes(18).toString('base64url')}`;
  const messageId = original
    .find(({ key }) => key === 'message-id')
    ?.raw.toString('latin1')
    .replace(/^[^:]*:/, '')
    .trim();
  const header = joinHeader([
    makeField('From', `${words.from} <postmaster@${domain}>`),
    makeField('To', `<${recipient}>`),
    makeField('Subject', words.subject),
    makeField('Date', formatDate(now)),
    makeField('Message-ID', `<${random.uuid()}@${domain}>`),
    ...(messageId === undefined ? [] : [makeField('In-Reply-To', messageId), makeField('References', messageId)]),
    makeField('MIME-Version', '1.0'),
    makeField('Content-Type', `multipart/report; report-type=delivery-status; boundary="${boundary}"`),
    // RFC 3834 §5, and so that nobody answers it.
    makeField('Auto-Submitted', 'auto-replied'),
  ]);
  const statusLines = [
    // RFC 3461 §6.3, RFC 3464 §2.2.1.
    ...(envelopeId === null ? [] : [`Original-Envelope-Id: ${envelopeId}`]),
    `Reporting-MTA: dns; ${hostname}`,
    '',
    // RFC 3464 §2.3.1.
    ...(originalRecipient === null ? [] : [`Original-Recipient: ${originalRecipient.replace(';', '; ')}`]),
    `Final-Recipient: rfc822; ${finalRecipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
  ];
  const parts = [
    partOf(boundary, 'text/plain; charset=us-ascii', Buffer.from(words.lines.join('\r\n'))),
    partOf(boundary, 'message/delivery-status', Buffer.from(statusLines.join('\r\n'))),
    partOf(boundary, 'text/rfc822-headers', joinHeader(original).subarray(0, -2)),
    `--${boundary}--`,
    '',
  ];
  return { header, body: Buffer.from(parts.join('\r\n'), 'latin1') };
}
