import type { ScannedData } from '#protocol/smtp-server/content/data-scanner.ts';
import { GrowingBuffer } from '#protocol/smtp-server/content/growing-buffer.ts';

const CR = 13;
const LF = 10;
const crlf = Buffer.from('\r\n');

/** Whether a bare CR, a bare LF or a NUL is in `octets`, which follow a CR or not. A CR at their end may still get its LF. */
function holdsForbidden(octets: Buffer, isAfterCr: boolean): boolean {
  let afterCr = isAfterCr;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at] as number;
    if (octet > CR && !afterCr) continue;
    if (octet === LF ? !afterCr : afterCr || octet === 0) return true;
    afterCr = octet === CR;
  }
  return false;
}

/**
 * Gathers the chunks of one message (RFC 3030 §2). They are text, as BINARYMIME is not offered, so what is no line of text
 * is refused here as within DATA: who passes the message on might end it elsewhere.
 */
export class ChunkScanner {
  readonly #maxBytes: number;
  readonly #kept: GrowingBuffer;
  #contentBytes = 0;
  #endsInCr = false;
  #endsLine = true;
  #forbidden = false;
  #dropped = false;

  /** As of `DataScanner`. */
  constructor(maxBytes: number, expectedBytes: number) {
    this.#maxBytes = maxBytes;
    // Two more than may come: the end of a last line that has none.
    this.#kept = new GrowingBuffer(maxBytes + crlf.length, expectedBytes);
  }

  /** Octets so far, those that are only announced and those that were dropped included. */
  get contentBytes(): number {
    return this.#contentBytes;
  }

  /** Octets of memory in use. */
  get heldBytes(): number {
    return this.#kept.heldBytes;
  }

  /** Why nothing of it will be taken, as far as one knows by now. */
  get fault(): Exclude<ScannedData['fault'], null> | null {
    if (this.#contentBytes > this.#maxBytes) return 'too-large';
    return this.#forbidden ? 'forbidden-octet' : null;
  }

  /** A chunk of so many octets begins. What cannot be taken whole is not kept in part. */
  announce(bytes: number): void {
    this.#contentBytes += bytes;
    if (this.fault !== null) this.drop();
  }

  /** Takes octets that were announced. */
  push(octets: Buffer): void {
    if (this.#dropped || octets.length === 0) return;
    this.#forbidden = holdsForbidden(octets, this.#endsInCr);
    if (this.#forbidden) return this.drop();
    const last = octets[octets.length - 1];
    this.#endsInCr = last === CR;
    this.#endsLine = last === LF;
    this.#kept.append(octets, 0, octets.length);
  }

  /** Drops what is held and keeps nothing more. */
  drop(): void {
    this.#dropped = true;
    this.#kept.drop();
  }

  /** What came, after the last chunk. A last line without an end gets one, as it would have in DATA. */
  result(): ScannedData {
    // A CR that nothing follows is a bare one.
    this.#forbidden ||= this.#endsInCr;
    if (this.fault !== null) return { fault: this.fault };
    if (!this.#endsLine && !this.#dropped) this.#kept.append(crlf, 0, crlf.length);
    return { fault: null, content: this.#kept.content() };
  }
}
