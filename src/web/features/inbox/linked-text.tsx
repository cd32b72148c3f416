import { Fragment } from 'react';

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

/** Text whose web addresses can be clicked. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((piece, index) =>
    piece.isLink ? (
      <a
        key={index}
        href={piece.text}
        target={piece.text.startsWith(`${window.location.origin}/`) ? undefined : '_blank'}
        rel="noopener noreferrer"
        className="text-amber-deep underline underline-offset-2"
      >
        {piece.text}
      </a>
    ) : (
      <Fragment key={index}>{piece.text}</Fragment>
    ),
  );
}
