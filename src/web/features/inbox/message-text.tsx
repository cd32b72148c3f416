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

/**
 * The words of an HTML message, for reading only, by the browser's own parser: a document that it makes runs no script and
 * loads nothing, and what this returns is drawn as text. Addresses of links follow their words.
 */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(/\s+/g, ' '), 'text/html');
  for (const element of body.querySelectorAll('script, style, title, template')) element.remove();
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (/^https?:/i.test(href) && link.textContent.trim() !== href) link.append(` ${href} `);
  }
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n');
  for (const element of body.querySelectorAll('p, div, h1, h2, h3, h4, h5, h6, li, tr, table, blockquote')) {
    element.append('\n');
  }
  const text = body.textContent.replaceAll('\u00a0', ' ').replace(/[^\S\n]*\n[^\S\n]*/g, '\n');
  return text.replace(/\n{3,}/g, '\n\n').trim();
}
