import { findReturned, findText, maxReadBytes, outerParts } from '#protocol/dsn/read-bounce.ts';
import { findField } from '#protocol/message/header-fields.ts';
import { parseMessage, type HeaderField, type RawMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts } from '#protocol/message/parse-parts.ts';
import { decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** What somebody sent to complain of a message, as far as it tells which one. */
export interface Complaint {
  /** Envelope of the message, where a program wrote the complaint (RFC 5965 §3.2, §3.3); empty where it does not say. */
  readonly mailFrom: string;
  readonly rcptTo: string;
  /** Header fields of the message; empty when it was not enclosed. */
  readonly returned: readonly HeaderField[];
  /** What the complaint says in its own words, a header that was pasted among them. */
  readonly text: string;
}

/** Reports of the same form that blame nobody: that something is no spam (RFC 5965 §7.3), or failed a check (RFC 6591 §3.1). */
const noComplaints = new Set(['not-spam', 'auth-failure']);

function readReport(part: MimePart | undefined): readonly HeaderField[] {
  if (part === undefined) return [];
  return parseMessage(decodeTransfer(part.content.subarray(0, maxReadBytes), part.encoding)).fields;
}

/**
 * Reads a complaint: a feedback report (ARF, RFC 5965), or what a person wrote, with the message enclosed, pasted or
 * merely named. Null for a report that complains of nothing. Never throws.
 */
export function readComplaint(message: RawMessage): Complaint | null {
  const parts = outerParts(parseParts(message).root);
  const report = readReport(parts.find(({ type }) => type === 'message/feedback-report'));
  if (noComplaints.has(findField(report, 'feedback-type')?.trim().toLowerCase() ?? '')) return null;
  return {
    mailFrom: findField(report, 'original-mail-from') ?? '',
    rcptTo: findField(report, 'original-rcpt-to') ?? '',
    returned: findReturned(parts),
    text: findText(parts),
  };
}
