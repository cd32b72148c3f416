/** A file that stands encoded inside a text. */
interface EnclosedFile {
  readonly name: string;
  readonly octets: Buffer;
}

/** Behind marks of quotes, if any. Linear: only a mark begins another round. */
const eachBegin = /^((?:[>|][ \t]?)*)begin(-base64)? [0-7]{3,4} ([^\r\n]{1,255})\r?\n/gm;
const lineOctets = /^[ -`]{2,90}$/;

/** One line (POSIX uuencode): a character for the number of octets, then four for each three of them. Null: it is none. */
function decodeLine(line: string): Buffer | null {
  if (!lineOctets.test(line)) return null;
  const values = [...line].map((character) => (character.charCodeAt(0) - 0x20) & 0x3f);
  const [length = 0, ...sixes] = values;
  const octets = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) {
    const first = Math.floor((at * 4) / 3);
    const shift = 2 + (at % 3) * 2;
    // Blanks at the end of a line are often lost.
    octets[at] = ((sixes[first] ?? 0) << shift) | ((sixes[first + 1] ?? 0) >> (6 - shift));
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

function decodeFrom(text: string, start: number, prefix: string, isBase64: boolean): Buffer {
  const pieces: Buffer[] = [];
  const letters: string[] = [];
  for (const line of linesFrom(text, start, prefix)) {
    const octets = isBase64 ? null : decodeLine(line);
    if (isBase64 && /^[\w+/]+={0,2}$/.test(line)) letters.push(line);
    else if (octets === null || line === 'end') break;
    else pieces.push(octets);
  }
  return isBase64 ? Buffer.from(letters.join(''), 'base64') : Buffer.concat(pieces);
}

/** The files that programs of old, and some of today for plain text, write into a text: uuencoded, up to what is no line of one. */
export function* findUuencoded(text: string): Generator<EnclosedFile> {
  for (const { 0: begin, 1: prefix = '', 2: base64, 3: name = '', index } of text.matchAll(eachBegin)) {
    const octets = decodeFrom(text, index + begin.length, prefix, base64 !== undefined);
    if (octets.length > 0) yield { name: name.trim(), octets };
  }
}
