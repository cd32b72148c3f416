import { Fragment } from 'react';
import { splitLinks } from '#web/features/inbox/split-links.ts';

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
