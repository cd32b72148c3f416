import { recode } from '#mail/rewrite/recode.ts';
import { decodeWords, encodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText, makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';
import { lineLimits } from '#protocol/message/transfer-encoding.ts';

const lf = 0x0a;

/** Whether no line has more than 998 octets without its CRLF (RFC 5322 §2.1.1). Looks at few octets of short lines. */
function hasShortLines(octets: Buffer): boolean {
  let start = 0;
  while (octets.length - start > lineLimits.allowed) {
    // The CRLF after the longest line that is allowed.
    const end = octets.lastIndexOf(lf, start + lineLimits.allowed + 1);
    if (end < start) return false;
    start = end + 1;
  }
  return true;
}

const phraseFields = new Set(['from', 'to', 'cc']);
/** A display name; what is quoted before an at sign is none. */
const eachQuoted = /"((?:[^"\\]|\\[^])*)"(?!@)/g;

/** Words too long for a line as encoded words, which readers join again (RFC 2047 §6.2). */
function foldWords(field: HeaderField): HeaderField {
  if (hasShortLines(field.raw)) return field;
  const text = fieldText(field);
  if (field.key === 'subject') return makeField(field.name, encodeWords(decodeWords(text)));
  // Written by us, so that their quotes are closed.
  if (!phraseFields.has(field.key)) return field;
  const folded = text.replaceAll(eachQuoted, (quoted, name: string) =>
    quoted.length > lineLimits.wished ? encodeWords(name.replaceAll(/\\([^])/g, '$1')) : quoted,
  );
  return makeField(field.name, folded);
}

/**
 * A message with lines that every server takes (RFC 5322 §2.1.1): one on the way would fold longer ones, and the signature over them
 * would not hold. Parts with such lines are in quoted-printable or base64 then, long words of the header in encoded words; the very same
 * where there are none, null where it cannot be had: in what is signed, in an address. Never throws.
 */
export function fitLines(message: RawMessage): Promise<RawMessage | null> {
  return recode(message, { fits: hasShortLines, turnField: foldWords, allSevenBit: false });
}
