/** RFC 2045 §6.7 rule 5, §6.8. */
const maxLine = 76;

const dash = 0x2d;

function isPlain(octet: number): boolean {
  return (octet >= 0x21 && octet <= 0x7e && octet !== 0x3d) || octet === 0x20;
}

/** An octet inside a line; a blank at the end of a line is quoted (RFC 2045 §6.7 rule 3). */
function quote(octet: number, last: boolean): string {
  return isPlain(octet) && !(last && octet === 0x20)
    ? String.fromCharCode(octet)
    : `=${octet.toString(16).toUpperCase().padStart(2, '0')}`;
}

function quoteLine(line: Buffer): string {
  let text = '';
  let column = 0;
  const looksLikeDelimiter = line[0] === dash && line[1] === dash;
  line.forEach((octet, index) => {
    const last = index === line.length - 1;
    const piece = index === 0 && looksLikeDelimiter ? '=2D' : quote(octet, last);
    if (column + piece.length > maxLine - (last ? 0 : 1)) {
      text += '=\r\n';
      column = 0;
    }
    text += piece;
    column += piece.length;
  });
  return text;
}

function encodeQuotedPrintable(octets: Buffer): string {
  const lines: string[] = [];
  let from = 0;
  for (let at = octets.indexOf('\r\n'); at !== -1; at = octets.indexOf('\r\n', from)) {
    lines.push(quoteLine(octets.subarray(from, at)));
    from = at + 2;
  }
  lines.push(quoteLine(octets.subarray(from)));
  return lines.join('\r\n');
}

export interface EncodedContent {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64';
  readonly content: Buffer;
}

/**
 * Whether the text may stand as it is: ASCII without NUL and bare CR or LF, lines within RFC 5322 §2.1.1, none of them
 * like a delimiter of the multipart around it.
 */
function isSevenBit(text: string): boolean {
  return (
    /^[\x01-\x7f]*$/.test(text) &&
    !/\r(?!\n)|(?<!\r)\n/.test(text) &&
    text.split('\r\n').every((line) => line.length <= 998 && !line.startsWith('--'))
  );
}

/** Text as UTF-8 octets in the plainest encoding that keeps it: none, quoted-printable or base64 (RFC 2045 §6). */
export function encodeTransfer(text: string): EncodedContent {
  if (isSevenBit(text)) return { encoding: '7bit', content: Buffer.from(text) };
  const octets = Buffer.from(text);
  const quoted = encodeQuotedPrintable(octets);
  if (quoted.length <= Math.ceil(octets.length / 3) * 4 * 1.03) {
    return { encoding: 'quoted-printable', content: Buffer.from(quoted) };
  }
  const content = Buffer.from(octets.toString('base64').replaceAll(/.{76}(?!$)/g, '$&\r\n'));
  return { encoding: 'base64', content };
}
