/** An address as octets read as Latin-1, in lower case, and how many of them a character has. */
interface Needle {
  readonly word: string;
  readonly width: 1 | 2;
}

function inLatin1(octets: Buffer): string {
  return octets.toString('latin1').toLowerCase();
}

function quotedPrintable(character: string): string {
  return `=${character.charCodeAt(0).toString(16)}`;
}

/** As it is written, in the quoted-printable of cards of vCard 2.1, and in UTF-16. */
function needlesOf(address: string): Needle[] {
  return [
    ...[address, address.replace('@', quotedPrintable), address.replaceAll(/[@._+-]/g, quotedPrintable)].map(
      (spelling) => ({ word: inLatin1(Buffer.from(spelling)), width: 1 as const }),
    ),
    // Without the zero at one end it is the same in either byte order.
    { word: inLatin1(Buffer.from(address, 'utf16le').subarray(0, -1)), width: 2 },
  ];
}

function isWordAt(text: string, at: number): boolean {
  return /[a-z0-9]/.test(text.charAt(at));
}

/** Whether a text holds a word that no letter or digit touches. */
function holds(text: string, { word, width }: Needle): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordAt(text, at - width) && !isWordAt(text, at + word.length + width - 1)) return true;
  }
  return false;
}

/** Folds of a header (RFC 5322 §2.2.3), a calendar (RFC 5545 §3.1) or a card (RFC 6350 §3.2), and soft line breaks. */
const eachFold = /\r?\n[ \t]|=\r?\n[ \t]?/g;

/** Whether octets of any kind hold one of the addresses (in lower case), be its line folded or not. Linear. */
export function holdsAddress(octets: Buffer, addresses: readonly string[]): boolean {
  const needles = addresses.flatMap(needlesOf);
  const text = inLatin1(octets);
  const unfolded = text.replaceAll(eachFold, '');
  const forms = unfolded === text ? [text] : [text, unfolded];
  return forms.some((form) => needles.some((needle) => holds(form, needle)));
}
