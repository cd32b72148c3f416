const lineStartDot = Buffer.from('\r\n.');
const CR = 13;
const LF = 10;
const DOT = 46;
const crlf = Buffer.from('\r\n');

/** Offsets in `piece` of dots that begin a line. `startsLine`: its first octet does. */
const findLineDots = (piece: Buffer, startsLine: boolean): number[] => {
  const dots = startsLine && piece[0] === DOT ? [0] : [];
  // A dot can only follow a CRLF within the piece or one that ended before it; both are covered by these two searches.
  for (let at = piece.indexOf(lineStartDot); at >= 0; at = piece.indexOf(lineStartDot, at + 3)) dots.push(at + 2);
  return dots;
};

const doubleDots = (piece: Buffer, dots: readonly number[]): Buffer => {
  const stuffed = Buffer.allocUnsafe(piece.length + dots.length);
  let from = 0;
  let length = 0;
  for (const dot of dots) {
    length += piece.copy(stuffed, length, from, dot);
    stuffed[length] = DOT;
    length += 1;
    from = dot;
  }
  piece.copy(stuffed, length, from);
  return stuffed;
};

/**
 * Doubles every dot that begins a line and ends the last line with CRLF (RFC 5321 §4.5.2); the final dot is not added.
 * Pieces without such dots, nearly all, are passed on as they are. A CRLF may lie across two pieces.
 */
export const dotStuff = (content: readonly Buffer[]): readonly Buffer[] => {
  const stuffed: Buffer[] = [];
  let beforeLast = CR;
  let last = LF;
  for (const piece of content) {
    if (piece.length === 0) continue;
    const dots = findLineDots(piece, beforeLast === CR && last === LF);
    // "CR" at the end of one piece and "LF." at the start of the next.
    if (last === CR && piece[0] === LF && piece[1] === DOT) dots.unshift(1);
    stuffed.push(dots.length === 0 ? piece : doubleDots(piece, dots));
    beforeLast = piece.length > 1 ? (piece[piece.length - 2] as number) : last;
    last = piece[piece.length - 1] as number;
  }
  if (beforeLast !== CR || last !== LF) stuffed.push(crlf);
  return stuffed;
};
