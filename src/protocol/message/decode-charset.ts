/** Decoders by label; only labels that exist get in. */
const decoders = new Map<string, TextDecoder>();

/** Octets as text in a charset; one that TextDecoder does not know is read as Windows-1252. Never throws. */
export function decodeCharset(octets: Buffer, label: string): string {
  const known = decoders.get(label);
  if (known) return known.decode(octets);
  try {
    decoders.set(label, new TextDecoder(label));
  } catch {
    return decodeCharset(octets, 'windows-1252');
  }
  return decodeCharset(octets, label);
}
