import type { Socket } from 'node:net';

/** Why a conversation cannot go on. */
type WireFault = 'closed' | 'timeout' | 'crowded' | 'interrupted' | 'flood';

/** The wire ended, stalled or was stopped. It carries no octets of the conversation. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly fault: WireFault;

  constructor(fault: WireFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Unread octets above which the socket is paused. */
const highWaterBytes = 64 * 1024;
/** A line this many times longer than allowed is a flood, not a mistake. */
const floodFactor = 64;
/** Pieces that wait to be read before they are joined: many small ones cost more memory than their octets. */
const maxPieces = 32;
const lineFeed = 10;
const nothing: Buffer = Buffer.alloc(0);

/** Pulls lines and octets from a socket, one read at a time, with backpressure. Errors of the socket show as `closed`. */
export class SocketReader {
  readonly #socket: Socket;
  #unread = nothing;
  /** What came behind `#unread`, which is empty only where nothing did. Content is taken as it came, and copied by nobody. */
  #behind: Buffer[] = [];
  #behindBytes = 0;
  /** Octets of `#unread` known to hold no LF. */
  #scannedBytes = 0;
  /** Octets already dropped of a line that is too long. */
  #skippedBytes = 0;
  #ended: boolean;
  #wake: ((fault: WireFault | null) => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#ended = socket.destroyed;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onEnd);
    // 'close' follows every 'error'; without a listener the error would end the program.
    socket.on('error', () => {});
  }

  /**
   * The next line without its LF (a CR before it stays), or `null` for one longer than `maxBytes`, skipped whole.
   * `timeoutMs` is for the whole line, so dripping octets wins no time; Infinity: somebody else watches and interrupts.
   * @throws WireError
   */
  readLine(maxBytes: number, timeoutMs: number): Promise<Buffer | null> {
    return this.#withDeadline(timeoutMs, () => this.#takeLine(maxBytes));
  }

  /** What has arrived, at least one octet. @throws WireError after `timeoutMs` of silence; Infinity as with lines */
  readChunk(timeoutMs: number): Promise<Buffer> {
    return this.#withDeadline(timeoutMs, () => this.#takeChunk());
  }

  /** Gives back octets that belong to what is read next. */
  unread(octets: Buffer): void {
    this.#scannedBytes = 0;
    if (octets.length === 0) return;
    if (this.#unread.length > 0) this.#behind.unshift(this.#unread);
    this.#behindBytes += this.#unread.length;
    this.#unread = octets;
  }

  /** A whole line has arrived that nobody has read. */
  hasLine(): boolean {
    return this.#unread.includes(lineFeed) || this.#behind.some((piece) => piece.includes(lineFeed));
  }

  /** Octets have arrived that nobody has read. */
  hasUnread(): boolean {
    return this.#unread.length > 0;
  }

  /** The other side has ended its half, or the socket is gone. */
  hasEnded(): boolean {
    return this.#ended;
  }

  /** Makes a waiting read fail. False where none waits. */
  interrupt(fault: Exclude<WireFault, 'closed' | 'flood'>): boolean {
    const wake = this.#wake;
    wake?.(fault);
    return wake !== null;
  }

  /** Stops listening and forgets every octet received so far (RFC 3207 §4.2). */
  detach(): void {
    this.#socket.pause();
    this.#socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd);
    while (this.#socket.read() !== null);
    this.#unread = nothing;
    this.#behind = [];
    this.#behindBytes = 0;
    this.#ended = true;
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#unread.length === 0) {
      this.#unread = chunk;
    } else {
      this.#behind.push(chunk);
      this.#behindBytes += chunk.length;
      if (this.#behind.length > maxPieces) this.#join();
    }
    if (this.#unread.length + this.#behindBytes >= highWaterBytes) this.#socket.pause();
    this.#wake?.(null);
  };

  readonly #onEnd = (): void => {
    this.#ended = true;
    this.#wake?.('closed');
  };

  #join(): void {
    this.#unread = Buffer.concat([this.#unread, ...this.#behind]);
    this.#behind = [];
    this.#behindBytes = 0;
  }

  /** What stands behind the octets that were taken. */
  #goOn(rest: Buffer): void {
    this.#unread = rest.length > 0 ? rest : (this.#behind.shift() ?? nothing);
    if (rest.length === 0) this.#behindBytes -= this.#unread.length;
    this.#scannedBytes = 0;
  }

  #more(): Promise<void> {
    if (this.#ended) return Promise.reject(new WireError('closed'));
    return new Promise((resolve, reject) => {
      this.#wake = (fault) => {
        this.#wake = null;
        if (fault === null) resolve();
        else reject(new WireError(fault));
      };
      this.#socket.resume();
    });
  }

  async #withDeadline<T>(timeoutMs: number, take: () => T | undefined): Promise<T> {
    const ready = take();
    if (ready !== undefined) return ready;
    const timer = timeoutMs === Infinity ? undefined : setTimeout(() => this.#wake?.('timeout'), timeoutMs);
    try {
      for (;;) {
        await this.#more();
        const taken = take();
        if (taken !== undefined) return taken;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #takeLine(maxBytes: number): Buffer | null | undefined {
    let end = this.#unread.indexOf(lineFeed, this.#scannedBytes);
    if (end < 0 && this.#behind.length > 0) {
      this.#scannedBytes = this.#unread.length;
      this.#join();
      end = this.#unread.indexOf(lineFeed, this.#scannedBytes);
    }
    if (end < 0) {
      this.#skipIfTooLong(maxBytes);
      return undefined;
    }
    const line = this.#unread.subarray(0, end);
    const tooLong = this.#skippedBytes > 0 || end > maxBytes;
    this.#goOn(this.#unread.subarray(end + 1));
    this.#skippedBytes = 0;
    return tooLong ? null : line;
  }

  #skipIfTooLong(maxBytes: number): void {
    this.#scannedBytes = this.#unread.length;
    if (this.#skippedBytes + this.#unread.length <= maxBytes) return;
    this.#skippedBytes += this.#unread.length;
    this.#scannedBytes = 0;
    this.#unread = nothing;
    if (this.#skippedBytes > maxBytes * floodFactor) throw new WireError('flood');
  }

  #takeChunk(): Buffer | undefined {
    if (this.#unread.length === 0) return undefined;
    const chunk = this.#unread;
    this.#goOn(nothing);
    return chunk;
  }
}

/**
 * Writes with backpressure: when the other side reads too slowly, waits until it caught up.
 * @throws WireError `closed`, or `timeout` after `timeoutMs` without progress
 */
export function writeToSocket(socket: Socket, octets: readonly (string | Buffer)[], timeoutMs: number): Promise<void> {
  if (!socket.writable) return Promise.reject(new WireError('closed'));
  socket.cork();
  let room = true;
  for (const piece of octets) room = socket.write(piece);
  socket.uncork();
  if (room || !socket.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (fault: 'closed' | 'timeout' | null): void => {
      clearTimeout(timer);
      socket.off('drain', onDrain).off('close', onClose);
      if (fault === null) resolve();
      else reject(new WireError(fault));
    };
    const onDrain = (): void => settle(null);
    const onClose = (): void => settle('closed');
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    socket.on('drain', onDrain).on('close', onClose);
  });
}
