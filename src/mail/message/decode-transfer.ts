const equals = 0x3d;
const lf = 0x0a;
const cr = 0x0d;

const hexDigit = (octet = 0): number => {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet & 0xdf;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1;
};

const isBlank = (octet: number | undefined): boolean => octet === 0x20 || octet === 0x09;

/** Where a soft line break that starts at the `=` at `at` ends; -1 when none does. Blanks after it are padding. */
const endOfSoftBreak = (content: Buffer, at: number): number => {
  let end = at + 1;
  while (isBlank(content[end])) end += 1;
  if (content[end] === cr && content[end + 1] === lf) return end + 2;
  return end === content.length ? end : -1;
};

const decodeQuotedPrintable = (content: Buffer): Buffer => {
  const decoded = Buffer.allocUnsafe(content.length);
  let used = 0;
  for (let at = 0; at < content.length; at += 1) {
    let octet = content[at] ?? 0;
    if (octet === equals) {
      const high = hexDigit(content[at + 1]);
      const low = hexDigit(content[at + 2]);
      const end = high === -1 ? endOfSoftBreak(content, at) : -1;
      if (end !== -1) {
        at = end - 1;
        continue;
      }
      if (high !== -1 && low !== -1) {
        octet = high * 16 + low;
        at += 2;
      }
    }
    decoded[used] = octet;
    used += 1;
  }
  return decoded.subarray(0, used);
};

/** Pieces with padding of their own, as gateways that append a footer make them; more of them are not read. */
const maxPieces = 1000;

/** Node's decoder stops at the first padding, mail programs read on. */
const decodeBase64 = (text: string): Buffer =>
  /=[=\s]*[A-Za-z0-9+/]/.test(text)
    ? Buffer.concat(text.split(/=[=\s]*/, maxPieces).map((piece) => Buffer.from(piece, 'base64')))
    : Buffer.from(text, 'base64');

/**
 * Undoes a Content-Transfer-Encoding (RFC 2045 §6); one that is unknown is taken as none. Tolerant of bad quoted
 * pairs, which stay, and of foreign characters in base64, which are skipped. Never throws.
 */
export const decodeTransfer = (content: Buffer, encoding: string): Buffer => {
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(content);
  return encoding === 'base64' ? decodeBase64(content.toString('latin1')) : content;
};
