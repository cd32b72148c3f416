import { GrowingBuffer } from '#protocol/smtp-server/content/growing-buffer.ts';

/** What came between DATA and the final dot, or in the chunks of BDAT. */
export type ScannedData =
  | { readonly fault: null; readonly content: Buffer }
  /** More than the octets allowed; the rest was read and dropped. */
  | { readonly fault: 'too-large' }
  /** A bare CR, a bare LF (RFC 5321 §2.3.8) or a NUL: refused, because others might read another end into it. */
  | { readonly fault: 'forbidden-octet' };

const CR = 13;
const LF = 10;
const DOT = 46;

/** Where the scanner stands in a line. */
const inLine = 0;
const afterCr = 1;
const atLineStart = 2;
const afterDot = 3;
const afterDotCr = 4;
type LineState = typeof inLine | typeof afterCr | typeof atLineStart | typeof afterDot | typeof afterDotCr;

/** Where the next octet is that may be special within a line: most are neither that nor behind one. */
function endOfPlain(chunk: Buffer, from: number): number {
  let at = from;
  while (at < chunk.length && (chunk[at] as number) > CR) at += 1;
  return at;
}

/**
 * Finds the end of DATA and undoes dot-stuffing (RFC 5321 §4.5.2), octet by octet, so that how the network cut the
 * stream cannot matter. Only CRLF.CRLF ends the data (RFC 5321 §4.1.1.4). Time is linear in the octets, and memory is
 * at most twice the content, however small the pieces it comes in.
 */
export class DataScanner {
  readonly #maxBytes: number;
  readonly #kept: GrowingBuffer;
  // The CRLF of the DATA command itself makes the first line start.
  #state: LineState = atLineStart;
  #contentBytes = 0;
  #forbidden = false;
  #dropped = false;

  /** `maxBytes`: content octets allowed. `expectedBytes`: the client's SIZE, at most `maxBytes`; 0 when unknown. */
  constructor(maxBytes: number, expectedBytes: number) {
    this.#maxBytes = maxBytes;
    this.#kept = new GrowingBuffer(maxBytes, expectedBytes);
  }

  /** Takes the next octets. Returns those after the final dot, or `null` while there is none. Never changes `chunk`. */
  push(chunk: Buffer): Buffer | null {
    let state = this.#state;
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (state === inLine) at = endOfPlain(chunk, at);
      const octet = chunk[at];
      if (octet === undefined) break;
      if (state === atLineStart && octet === DOT) {
        this.#keep(chunk, from, at);
        from = at + 1;
        state = afterDot;
      } else if (state === afterDot && octet === CR) {
        state = afterDotCr;
      } else if (state === afterDotCr && octet === LF) {
        return chunk.subarray(at + 1);
      } else {
        state = this.#next(state, octet, at === 0);
      }
    }
    this.#state = state;
    // A CR behind a leading dot is only content if no LF follows, and then the message is refused anyway.
    if (state !== afterDotCr) this.#keep(chunk, from, chunk.length);
    return null;
  }

  /** Octets of content so far, dropped ones included. */
  get contentBytes(): number {
    return this.#contentBytes;
  }

  /** Octets of memory in use. */
  get heldBytes(): number {
    return this.#kept.heldBytes;
  }

  /** Drops what is held and keeps nothing more; only the end is still looked for. */
  drop(): void {
    this.#dropped = true;
    this.#kept.drop();
  }

  /** What came, once `push` has returned the octets behind it. */
  result(): ScannedData {
    if (this.#contentBytes > this.#maxBytes) return { fault: 'too-large' };
    if (this.#forbidden) return { fault: 'forbidden-octet' };
    return { fault: null, content: this.#kept.content() };
  }

  /** The state after an octet that ends no data, noting one that must not stand where it stands. */
  #next(state: LineState, octet: number, startsChunk: boolean): LineState {
    // The CR behind a leading dot came at the end of an earlier chunk and was held back from the count.
    if (state === afterDotCr && startsChunk) this.#contentBytes += 1;
    const afterLoneCr = state === afterDotCr || (state === afterCr && octet !== LF);
    const loneLf = octet === LF && state !== afterCr;
    this.#forbidden ||= afterLoneCr || loneLf || octet === 0;
    if (octet === CR) return afterCr;
    return octet === LF && state === afterCr ? atLineStart : inLine;
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    this.#contentBytes += to - from;
    if (this.#dropped || from === to) return;
    if (this.#forbidden || this.#contentBytes > this.#maxBytes) {
      this.drop();
      return;
    }
    this.#kept.append(chunk, from, to);
  }
}
