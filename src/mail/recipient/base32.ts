const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Octets as base32 in lower case without padding (RFC 4648 §6): safe in local parts, which may be case-folded. */
export function encodeBase32(octets: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const octet of octets) {
    value = ((value << 8) | octet) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}

/** The octets of a base32 text in lower case; null for other characters, lengths or unused bits that are not zero. */
export function decodeBase32(text: string): Buffer | null {
  const octets = Buffer.alloc(Math.floor((text.length * 5) / 8));
  let size = 0;
  let bits = 0;
  let value = 0;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit === -1) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      octets[size] = (value >>> bits) & 0xff;
      size += 1;
    }
  }
  const isCanonical = bits < 5 && (value & ((1 << bits) - 1)) === 0;
  return isCanonical ? octets : null;
}
