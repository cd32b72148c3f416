/** Of 32 random octets so few are alike that fewer than 16 different ones never happen. */
const differentMin = 16;

/**
 * Whether a key of 32 octets can be guessed: octets that repeat or follow a pattern, such as all zero, or a sentence.
 * A random key has 30 different octets on average.
 */
export function isWeakSecret(secret: Buffer): boolean {
  const octets = [...secret];
  const steps = octets.map((octet, index) => (octet - (octets.at(index - 1) ?? 0) + 256) % 256);
  const isText = octets.every((octet) => octet >= 0x20 && octet < 0x7f);
  return isText || [octets, steps].some((values) => new Set(values).size < differentMin);
}
