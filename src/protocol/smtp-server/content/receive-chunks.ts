import { ChunkScanner } from '#protocol/smtp-server/content/chunk-scanner.ts';
import type { DataRequest, ReceivedData } from '#protocol/smtp-server/content/receive-data.ts';
import type { SessionWire } from '#protocol/smtp-server/session-wire.ts';

/** What the client says of a chunk (RFC 3030 §2). */
export interface Chunk {
  readonly bytes: number;
  readonly isLast: boolean;
}

/** So many octets, which follow the command line whatever they look like. @throws WireError */
async function readOctets(wire: SessionWire, bytes: number, take: (octets: Buffer) => void | Promise<void>) {
  for (let left = bytes; left > 0;) {
    const chunk = await wire.readChunk();
    if (chunk.length > left) wire.unread(chunk.subarray(left));
    const octets = chunk.subarray(0, left);
    left -= octets.length;
    await take(octets);
  }
}

/** Reads over the octets of a chunk that nobody takes (RFC 3030 §2): else they would be taken for commands. @throws WireError */
export function skipChunk(wire: SessionWire, bytes: number): Promise<void> {
  wire.startData();
  return readOctets(wire, bytes, () => {});
}

/** The message of one transaction, as it comes in chunks. */
export class ChunkReceiver {
  readonly #wire: SessionWire;
  readonly #request: DataRequest;
  readonly #scanner: ChunkScanner;
  #overBudget = false;

  constructor(wire: SessionWire, request: DataRequest) {
    this.#wire = wire;
    this.#request = request;
    this.#scanner = new ChunkScanner(request.limits.maxMessageBytes, request.expectedBytes);
    request.reservation.mayYield(() => this.#drop());
    // Once for all of them: what passes between two chunks is the client's time, too.
    wire.startData();
  }

  /**
   * Reads a chunk to its end, whatever is in it. `more`: it was taken, and others follow.
   * @throws WireError
   */
  async take({ bytes, isLast }: Chunk): Promise<ReceivedData | { readonly fault: 'more' }> {
    const scanner = this.#scanner;
    scanner.announce(bytes);
    if (scanner.contentBytes > this.#request.limits.cutOffBytes) return { fault: 'endless' };
    await readOctets(this.#wire, bytes, (octets) => this.#keep(octets));
    if (isLast) this.#request.reservation.keep();
    const result = isLast ? scanner.result() : { fault: scanner.fault ?? ('more' as const) };
    const isWell = result.fault === null || result.fault === 'more';
    return this.#overBudget && isWell ? { fault: 'over-budget' } : result;
  }

  async #keep(octets: Buffer): Promise<void> {
    this.#scanner.push(octets);
    const grown = this.#overBudget || this.#request.reservation.growTo(this.#scanner.heldBytes);
    if (grown !== true && !(await grown)) this.#drop();
  }

  #drop(): void {
    this.#overBudget = true;
    this.#scanner.drop();
  }
}
