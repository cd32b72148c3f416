const smallestBuffer = 16 * 1024;
/** What a client announces is not believed further than this: memory is for octets that have come. */
const largestFirstBuffer = 64 * 1024;

/** Octets gathered piece by piece; memory is at most twice what has come, however small the pieces are. */
export class GrowingBuffer {
  readonly #maxBytes: number;
  readonly #expectedBytes: number;
  #buffer: Buffer;
  #length = 0;

  /** `maxBytes`: octets that will be appended at most. `expectedBytes`: as announced, at most `maxBytes`; 0 when unknown. */
  constructor(maxBytes: number, expectedBytes: number) {
    this.#maxBytes = maxBytes;
    this.#expectedBytes = expectedBytes;
    this.#buffer = Buffer.allocUnsafe(Math.max(Math.min(expectedBytes, largestFirstBuffer), smallestBuffer));
  }

  /** Octets of memory in use. */
  get heldBytes(): number {
    return this.#buffer.length;
  }

  append(octets: Buffer, from: number, to: number): void {
    this.#grow(this.#length + to - from);
    this.#length += octets.copy(this.#buffer, this.#length, from, to);
  }

  /** Gives all memory back. */
  drop(): void {
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
  }

  /** What was appended. */
  content(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(neededBytes: number): void {
    if (neededBytes <= this.#buffer.length) return;
    const ceiling = neededBytes <= this.#expectedBytes ? this.#expectedBytes : this.#maxBytes;
    const larger = Buffer.allocUnsafe(Math.max(neededBytes, Math.min(this.#buffer.length * 2, ceiling)));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
