/** A file that stands encoded inside a text. */
interface EnclosedFile {
  readonly name: string;
  readonly octets: Buffer;
}

/** Behind marks of quotes, if any. Linear: only a mark begins another round. */
const eachBegin = /^((?:[>|][ \t]?)*)begin(-base64)? [0-7]{3,4} ([^\r\n]{1,255})\r?\n/gm;
const lineOctets = /^[ -`]{2,90}$/;

const begin = Buffer.from('begin');
/** In UTF-16 of either order. */
const wideBegin = Buffer.from('begin', 'utf16le').subarray(0, -1);

/** Whether a file may be in a text of these octets, in whatever charset; quick, and never wrong when it says no. */
export function mayEnclose(octets: Buffer): boolean {
  return octets.includes(begin) || octets.includes(wideBegin);
}

/** Lines that are decoded before others get their turn. */
const turnLines = 2048;

/** One line (POSIX uuencode): a character for the number of octets, then four for each three of them. Null: it is none. */
function decodeLine(line: string): Buffer | null {
  if (!lineOctets.test(line)) return null;
  // Blanks at the end of a line are often lost.
  const sixAt = (at: number): number => (at < line.length ? (line.charCodeAt(at) - 0x20) & 0x3f : 0);
  const length = sixAt(0);
  const octets = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; at += 1) {
    const first = 1 + Math.floor((at * 4) / 3);
    const shift = 2 + (at % 3) * 2;
    octets[at] = (sixAt(first) << shift) | (sixAt(first + 1) >> (6 - shift));
  }
  return length === 0 ? null : octets;
}

function* linesFrom(text: string, start: number, prefix: string): Generator<string> {
  for (let from = start; from < text.length;) {
    const feed = text.indexOf('\n', from);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(from, end).replace(/\r$/, '');
    yield line.startsWith(prefix) ? line.slice(prefix.length) : line;
    from = end + 1;
  }
}

/** Where the lines of a file stand. */
interface Place {
  readonly start: number;
  readonly prefix: string;
}

/** At most `max` octets: lines may say that they have more than stands in them. In steps. */
function* decodeLines(text: string, { start, prefix }: Place, max: number): Generator<undefined, Buffer> {
  const pieces: Buffer[] = [];
  let lines: Buffer[] = [];
  let left = max;
  for (const line of linesFrom(text, start, prefix)) {
    const octets = line === 'end' ? null : decodeLine(line);
    if (octets === null || octets.length > left) break;
    left -= octets.length;
    if (lines.push(octets) < turnLines) continue;
    pieces.push(Buffer.concat(lines));
    lines = [];
    yield;
  }
  return Buffer.concat([...pieces, ...lines]);
}

function* decodeBase64Lines(text: string, { start, prefix }: Place): Generator<undefined, Buffer> {
  const letters: string[] = [];
  for (const line of linesFrom(text, start, prefix)) {
    if (!/^[\w+/]+={0,2}$/.test(line)) break;
    if (letters.push(line) % turnLines === 0) yield;
  }
  return Buffer.from(letters.join(''), 'base64');
}

/**
 * The files that programs of old, and some of today for plain text, write into a text: uuencoded, up to what is no line of one. All of
 * them have no more octets than the text has characters. In steps: undefined is none.
 */
export function* findUuencoded(text: string): Generator<EnclosedFile | undefined> {
  if (!text.includes('begin')) return;
  let left = text.length;
  for (const { 0: line, 1: prefix = '', 2: base64, 3: name = '', index } of text.matchAll(eachBegin)) {
    const place = { start: index + line.length, prefix };
    const octets = yield* base64 === undefined ? decodeLines(text, place, left) : decodeBase64Lines(text, place);
    left -= octets.length;
    if (octets.length > 0) yield { name: name.trim(), octets };
  }
}
