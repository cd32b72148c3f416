import { recode } from '#mail/rewrite/recode.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
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

/**
 * A message with lines that every server takes (RFC 5322 §2.1.1): one on the way would fold longer ones, and the signature over them
 * would not hold. Parts with such lines are in quoted-printable or base64 then; the very same where there are none, null where it cannot
 * be had: in what is signed, in an address. Names and subjects are short already, as they are written. Never throws.
 */
export function fitLines(message: RawMessage): Promise<RawMessage | null> {
  return recode(message, { fits: hasShortLines, turnField: (field) => field, allSevenBit: false });
}
