/** A stream of a PDF that is no page, image or font. */
export interface PdfStream {
  readonly deflated: boolean;
  /** A file attached to the document. */
  readonly embedded: boolean;
  readonly content: Buffer;
}

/** Octets before a stream in which its dictionary is looked for. */
const maxDictionary = 1024;
const maxStreams = 20_000;

/** Objects, metadata, attached files: where a document says whose it is. */
const telling = /\/(?:ObjStm|Metadata|XML|EmbeddedFile)\b/;
const isDeflated = /\/Filter\s*\[?\s*\/(?:FlateDecode|Fl)\s*(?:\]|\/(?!\w*Decode)|>>|$)/;

/** The streams of a PDF (ISO 32000-2, 7.3.8) that may tell whose it is, without following a reference. Linear. */
export function* readPdfStreams(octets: Buffer): Generator<PdfStream> {
  let from = 0;
  for (let count = 0; count < maxStreams; count += 1) {
    const at = octets.indexOf('stream', from, 'latin1');
    if (at === -1) return;
    const before = octets.toString('latin1', Math.max(from, at - maxDictionary), at);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    const end = octets.indexOf('endstream', at, 'latin1');
    const stop = end === -1 ? octets.length : end;
    from = stop + 'endstream'.length;
    if (!telling.test(dictionary)) continue;
    const start = at + 'stream'.length + (octets[at + 6] === 0x0d ? 2 : 1);
    yield {
      deflated: isDeflated.test(dictionary),
      embedded: /\/EmbeddedFile\b/.test(dictionary),
      content: octets.subarray(Math.min(start, stop), stop),
    };
  }
}

/** Whether the strings of a PDF are encrypted (ISO 32000-2, 7.6), with or without a password to open it. */
export function isEncryptedPdf(text: string): boolean {
  return /\/Encrypt\s{0,10}(?:<<|\d{1,10}\s{1,10}\d{1,5}\s{1,10}R)/.test(text);
}

/** Strings that name people, and those that stand alone and are referred to. No alternative starts as another does. */
const eachString =
  /(?:\/(?:Author|Creator|Producer|Title|Subject|Keywords|Company|Manager|ContactInfo|Name|T|UF?|F)|\bobj|[\r\n])\s{0,10}(?:\(((?:[^\\()]|\\[^]|\((?:[^\\()]|\\[^]){0,500}\)){0,2000})\)|<([\dA-Fa-f\s]{0,4000})>)/g;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\r': '', '\n': '' };

function unescape(literal: string): Buffer {
  const text = literal.replaceAll(/\\(?:([0-7]{1,3})|\r\n|([^]))/g, (_, octal?: string, character = '') => {
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff);
    return escapes[String(character)] ?? String(character);
  });
  return Buffer.from(text, 'latin1');
}

/**
 * The strings in which a PDF says who made it (ISO 32000-2, 14.3.3), commented on it or was asked to sign it, without
 * their escapes: octets in an encoding of their own or in UTF-16. `text`: a piece of a file, as Latin-1. Linear.
 */
export function readPdfStrings(text: string): Buffer {
  const strings = Array.from(text.matchAll(eachString), ([, literal, hex = '']) =>
    literal === undefined ? Buffer.from(hex.replaceAll(/\s/g, ''), 'hex') : unescape(literal),
  );
  return Buffer.concat(strings.flatMap((string) => [string, Buffer.from('\n\0\n')]));
}
