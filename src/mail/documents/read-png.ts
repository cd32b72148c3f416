const signatureLength = 8;
const maxChunks = 1000;

/** Index after the next zero octet; the end without one. */
function afterZero(chunk: Buffer, from: number): number {
  const at = chunk.indexOf(0, from);
  return at === -1 ? chunk.length : at + 1;
}

/** The deflated octets of a text chunk; null when it is none, or is not compressed. */
function readText(type: string, chunk: Buffer): Buffer | null {
  const afterKeyword = afterZero(chunk, 0);
  if (type === 'zTXt') return chunk.subarray(afterKeyword + 1);
  if (type !== 'iTXt' || chunk[afterKeyword] !== 1) return null;
  return chunk.subarray(afterZero(chunk, afterZero(chunk, afterKeyword + 2)));
}

/** The compressed texts of a PNG (ISO 15948, 11.3.3), each still deflated (RFC 1950). Never throws. */
export function* readPngTexts(octets: Buffer): Generator<Buffer> {
  let at = signatureLength;
  for (let count = 0; count < maxChunks && at + 8 <= octets.length; count += 1) {
    const start = at + 8;
    const end = start + octets.readUInt32BE(at);
    const text = readText(octets.toString('latin1', at + 4, start), octets.subarray(start, end));
    if (text !== null) yield text;
    at = end + 4;
  }
}
