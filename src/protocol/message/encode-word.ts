/** What a header may hold as it is. */
export const printableAscii = /^[\x20-\x7e]*$/;

/** RFC 2047 §2: an encoded word has at most 75 characters, `=?utf-8?Q?` and `?=` included. */
const maxPayload = 75 - '=?utf-8?Q?'.length - '?='.length;

/** Longer texts are not tried in both forms: each character of Q takes its time. */
const maxCompared = 1000;

/** What a Q word may hold as it is inside a phrase (RFC 2047 §5.3). */
const qSafe = /^[A-Za-z0-9!*+/-]$/;

function encodeQ(character: string): string {
  if (character === ' ') return '_';
  if (qSafe.test(character)) return character;
  return Buffer.from(character).toString('hex').toUpperCase().replaceAll(/../g, '=$&');
}

function encodeB(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Joins pieces into runs of at most `max`, each run measured by `size`. */
function packRuns(pieces: readonly string[], size: (piece: string) => number, max: number): string[] {
  const runs: string[] = [];
  let run = '';
  let used = 0;
  for (const piece of pieces) {
    const next = size(piece);
    if (used + next > max && run !== '') {
      runs.push(run);
      run = '';
      used = 0;
    }
    run += piece;
    used += next;
  }
  if (run !== '') runs.push(run);
  return runs;
}

/**
 * Text as encoded words of UTF-8 for use in a phrase (RFC 2047), each at most 75 characters, separated by spaces and
 * split between characters only; Q or B, whichever is shorter, B where there are more than 1,000 characters. Lone surrogates become U+FFFD.
 */
export function encodeWords(text: string): string {
  const characters = [...text.toWellFormed()];
  const quoted = characters.length > maxCompared ? null : characters.map(encodeQ);
  if (quoted !== null && quoted.join('').length <= encodeB(text).length) {
    return packRuns(quoted, (piece) => piece.length, maxPayload)
      .map((run) => `=?utf-8?Q?${run}?=`)
      .join(' ');
  }
  const maxOctets = Math.floor(maxPayload / 4) * 3;
  return packRuns(characters, (piece) => Buffer.byteLength(piece), maxOctets)
    .map((run) => `=?utf-8?B?${encodeB(run)}?=`)
    .join(' ');
}
