const CR = 13;
const LF = 10;
const DOT = 46;
const crlf = Buffer.from('\r\n');
const lineDot = Buffer.from('\r\n.');
/** Octets that are copied at once where they hold a dot that begins a line. */
const searchedBytes = 64 * 1024;

/** The two octets before a piece. */
interface Before {
  readonly beforeLast: number;
  readonly last: number;
}

function beginsLine(piece: Buffer, at: number, { beforeLast, last }: Before): boolean {
  if (at > 1) return piece[at - 1] === LF && piece[at - 2] === CR;
  return at === 1 ? piece[0] === LF && last === CR : last === LF && beforeLast === CR;
}

/** Without looking at each octet. */
function hasLineDot(piece: Buffer, before: Before): boolean {
  return piece.includes(lineDot) || [0, 1].some((at) => piece[at] === DOT && beginsLine(piece, at, before));
}

/** Octet by octet: a search for each dot takes seconds where every line is one. */
function countLineDots(piece: Buffer, before: Before): number {
  if (!hasLineDot(piece, before)) return 0;
  let count = 0;
  for (let at = 0; at < piece.length; at += 1) if (piece[at] === DOT && beginsLine(piece, at, before)) count += 1;
  return count;
}

function doubleDots(piece: Buffer, dots: number, before: Before): Buffer {
  const stuffed = Buffer.allocUnsafe(piece.length + dots);
  let length = 0;
  for (let at = 0; at < piece.length; at += 1) {
    const octet = piece[at] as number;
    if (octet === DOT && beginsLine(piece, at, before)) {
      stuffed[length] = DOT;
      length += 1;
    }
    stuffed[length] = octet;
    length += 1;
  }
  return stuffed;
}

/** Content piece by piece, none longer than a block. */
export function* inBlocks(content: readonly Buffer[], blockBytes = searchedBytes): Generator<Buffer> {
  for (const piece of content) {
    for (let from = 0; from < piece.length; from += blockBytes) yield piece.subarray(from, from + blockBytes);
  }
}

export function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** What a message begins behind: the line of the command. */
const beginning: Before = { beforeLast: CR, last: LF };

function endOf(piece: Buffer, before: Before): Before {
  return { beforeLast: piece.at(-2) ?? before.last, last: piece.at(-1) ?? before.last };
}

/** Whether a line begins with a dot. */
export function holdsLineDot(content: readonly Buffer[]): boolean {
  let before = beginning;
  return content.some((piece) => {
    if (hasLineDot(piece, before)) return true;
    before = piece.length === 0 ? before : endOf(piece, before);
    return false;
  });
}

/** The same content with an end to its last line. */
export function endLine(content: readonly Buffer[]): readonly Buffer[] {
  const { beforeLast, last } = content.reduce(
    (before, piece) => (piece.length === 0 ? before : endOf(piece, before)),
    beginning,
  );
  return beforeLast === CR && last === LF ? content : [...content, crlf];
}

/**
 * Doubles every dot that begins a line and ends the last line with CRLF (RFC 5321 §4.5.2); the final dot is not added.
 * Blocks without such dots, nearly all, are passed on without copying. A CRLF may lie across two pieces.
 */
export function dotStuff(content: readonly Buffer[]): readonly Buffer[] {
  const stuffed: Buffer[] = [];
  let before = beginning;
  for (const block of inBlocks(content)) {
    const dots = countLineDots(block, before);
    stuffed.push(dots === 0 ? block : doubleDots(block, dots, before));
    before = endOf(block, before);
  }
  if (before.beforeLast !== CR || before.last !== LF) stuffed.push(crlf);
  return stuffed;
}
