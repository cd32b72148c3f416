/** A correspondent, and where to write to reach them as an alias. */
export interface ContactCard {
  /** As the other service knew them; may be empty. */
  readonly name: string;
  readonly address: string;
  readonly alias: string;
  readonly reverseAddress: string;
}

/** RFC 2426 §4. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,');
}

const lineOctets = 75;

/** Lines of 75 octets at most, broken between characters (RFC 2425 §5.8.1). */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > lineOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** A vCard of version 3, which address books read everywhere (RFC 2426): its one address is the reverse address. */
export function writeCard({ name, address, alias, reverseAddress }: ContactCard, note: string): string {
  const shown = escapeText(name.trim() === '' ? address : name);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${shown} (${escapeText(alias)})`,
    `N:;${shown};;;`,
    `EMAIL;TYPE=INTERNET:${escapeText(reverseAddress)}`,
    `NOTE:${escapeText(note)}`,
    'END:VCARD',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
