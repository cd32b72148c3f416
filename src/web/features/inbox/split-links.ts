interface TextPiece {
  text: string;
  isLink: boolean;
}

// A full stop or bracket after an address belongs to the sentence, not to the address.
const webAddress = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i;

/** Cuts text into web addresses and what stands between them. */
export function splitLinks(text: string): TextPiece[] {
  return text
    .split(webAddress)
    .map((piece, index) => ({ text: piece, isLink: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
