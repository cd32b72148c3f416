import { findTrackers, type Cut } from '#mail/trackers/find-trackers.ts';
import { writeBase64Lines } from '#protocol/message/base64-lines.ts';
import { filenameOf } from '#protocol/message/body-parts.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { parseParts, type MimePart } from '#protocol/message/parse-parts.ts';
import { decodeTransfer, findQuotedOffsets, isKnownEncoding } from '#protocol/message/transfer-encoding.ts';

/** Octets of HTML in a message that are looked at, as they came, so that none keeps the program for long. */
const maxHtmlOctets = 1024 * 1024;

/** Charsets in which `<` is not always a `<`. */
const otherwise = /^(?:utf-?(?:7|16|32)|ucs|csunicode|iso-?10646|iso-?2022|csiso2022|hz|x-imap)/i;

const lf = 0x0a;

/** What is signed must stay, and what is encrypted cannot be read. */
const closed = new Set(['multipart/signed', 'multipart/encrypted']);

/** Texts in HTML that are shown, in their order. Attached messages stay as somebody attached them. */
function* shownHtml(part: MimePart): Generator<MimePart> {
  if (closed.has(part.type)) return;
  if (part.type.startsWith('multipart/')) for (const child of part.children) yield* shownHtml(child);
  const isAttached = part.disposition?.value === 'attachment' || filenameOf(part) !== null;
  if (part.type === 'text/html' && !isAttached) yield part;
}

function isReadable({ encoding, parameters }: MimePart): boolean {
  return isKnownEncoding(encoding) && !otherwise.test((parameters.get('charset') ?? '').trim());
}

/** The line of what is kept, up to where it has come. */
interface Line {
  readonly length: number;
  /** Three characters at most. */
  readonly head: string;
  readonly endsBlank: boolean;
}

function goOn(line: Line, octets: Buffer): Line {
  if (octets.length === 0) return line;
  const last = octets[octets.length - 1];
  const endsBlank = last === 0x20 || last === 0x09;
  const start = octets.lastIndexOf(lf) + 1;
  const head = octets.toString('latin1', start, start + 3);
  if (start > 0) return { length: octets.length - start, head, endsBlank };
  return { length: line.length + octets.length, head: `${line.head}${head}`.slice(0, 3), endsBlank };
}

/** What joins what stands before a cut with what follows, so that no line gets longer and none loses its blank at the end. */
function jointOf(line: Line, { content, quoted }: Spliced, cut: Cut): string {
  const lineEnd = quoted ? '=\r\n' : '\r\n';
  if (content.subarray(cut.from, cut.to).includes(lf)) return line.length === 0 ? '' : lineEnd;
  const next = content[cut.to];
  const isLast = next === undefined || next === 0x0d;
  return quoted && isLast && line.endsBlank ? lineEnd : '';
}

interface Spliced {
  /** In quoted-printable or under no encoding. */
  readonly content: Buffer;
  readonly quoted: boolean;
}

/**
 * The content of a part without what is cut, every other octet as it was. A cut that went over a line's end leaves one, as a soft one
 * where there are such. Where a line begins as a delimiter may (RFC 2046 §5.1.1), or would come to, the cut is not made.
 */
function splice(spliced: Spliced, cuts: readonly Cut[]): Buffer {
  const { content } = spliced;
  const pieces: Buffer[] = [];
  let line: Line = { length: 0, head: '', endsBlank: false };
  let [taken, seen] = [0, 0];
  for (const cut of cuts) {
    line = goOn(line, content.subarray(seen, cut.from));
    seen = cut.to;
    const joint = jointOf(line, spliced, cut);
    const joined = goOn(line, Buffer.from(joint));
    const head = `${joined.head}${content.toString('latin1', cut.to, cut.to + 3)}`;
    if (/^--(?!>)/u.test(head)) {
      line = goOn(line, content.subarray(cut.from, cut.to));
      continue;
    }
    pieces.push(content.subarray(taken, cut.from), Buffer.from(joint));
    [line, taken] = [joined, cut.to];
  }
  return Buffer.concat([...pieces, content.subarray(taken)]);
}

/** The octets before, between and after the cuts. */
function keep(octets: Buffer, cuts: readonly Cut[]): Buffer {
  const kept = cuts.map(({ from }, index) => octets.subarray(cuts[index - 1]?.to ?? 0, from));
  return Buffer.concat([...kept, octets.subarray(cuts.at(-1)?.to ?? 0)]);
}

function cutBase64(content: Buffer, octets: Buffer, cuts: readonly Cut[]): Buffer {
  const lines = writeBase64Lines(keep(octets, cuts));
  return content.at(-1) === lf ? lines : lines.subarray(0, Math.max(0, lines.length - 2));
}

function cutQuoted(content: Buffer, cuts: readonly Cut[]): Buffer {
  const offsets = findQuotedOffsets(
    content,
    cuts.flatMap(({ from, to }) => [from, to]),
  );
  const within = cuts.map((_cut, index) => ({
    from: offsets[2 * index] ?? content.length,
    to: offsets[2 * index + 1] ?? content.length,
  }));
  return splice({ content, quoted: true }, within);
}

/** Else what is left of the first line could become part of the header above it. */
function followsBlankLine(body: Buffer, at: number): boolean {
  return at === 0 || /^$|\n\r?\n$/u.test(body.toString('latin1', Math.max(0, at - 3), at));
}

/** A part's content without what follows its reader, in the encoding it had; the very same where there is nothing. */
function cleanPart(part: MimePart): Buffer {
  const { content, encoding } = part;
  const octets = decodeTransfer(content, encoding);
  // UTF-16 under another name.
  if (octets.includes(0)) return content;
  const cuts = findTrackers(octets.toString('latin1'));
  if (cuts.length === 0) return content;
  if (encoding === 'base64') return cutBase64(content, octets, cuts);
  return encoding === 'quoted-printable' ? cutQuoted(content, cuts) : splice({ content, quoted: false }, cuts);
}

/**
 * The body of a message without images that count who opens it and without parameters of links that name who clicks. Only what is cut
 * is missing; in base64 its part is written anew. Without anything to cut it is the very Buffer that came. Never throws.
 */
export function removeTrackers(message: RawMessage): Buffer {
  const { body } = message;
  const pieces: Buffer[] = [];
  let at = 0;
  let octets = 0;
  for (const part of shownHtml(parseParts(message).root)) {
    octets += part.content.length;
    if (octets > maxHtmlOctets) break;
    const isLeft = !isReadable(part) || !followsBlankLine(body, part.contentStart);
    const cleaned = isLeft ? part.content : cleanPart(part);
    if (cleaned === part.content) continue;
    pieces.push(body.subarray(at, part.contentStart), cleaned);
    at = part.end;
  }
  return pieces.length === 0 ? body : Buffer.concat([...pieces, body.subarray(at)]);
}

/** `removeTrackers` for all aliases that a message goes to: each body once. */
export function createTrackerRemover(): (message: RawMessage) => Buffer {
  const known = new WeakMap<Buffer, Buffer>();
  return (message) => {
    const cleaned = known.get(message.body) ?? removeTrackers(message);
    known.set(message.body, cleaned);
    return cleaned;
  };
}
