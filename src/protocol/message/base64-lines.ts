/** Octets that make a line of 64 characters. */
const lineOctets = 48;
/** Octets that are written at once. */
const pieceOctets = lineOctets * 1024;

/** Base64 in lines of 64 characters, each with its CRLF (RFC 4648 §4), without a string of all of it. */
export function writeBase64Lines(octets: Buffer): Buffer {
  const lines = Math.ceil(octets.length / lineOctets);
  const written = Buffer.allocUnsafe(Math.ceil(octets.length / 3) * 4 + 2 * lines);
  let at = 0;
  for (let from = 0; from < octets.length; from += pieceOctets) {
    const piece = octets.subarray(from, from + pieceOctets);
    for (let start = 0; start < piece.length; start += lineOctets) {
      const line = piece.toString('base64', start, start + lineOctets);
      at += written.write(line, at, 'latin1');
      written[at] = 0x0d;
      written[at + 1] = 0x0a;
      at += 2;
    }
  }
  return written.subarray(0, at);
}
