import type { Clock } from '#platform/clock.ts';
import type { ClientPatience } from '#protocol/smtp-server/smtp-limits.ts';

/** What a session waits for its client to do: shake hands, greet, send a command or octets of DATA, read our replies, or bear a tarpit. */
type ClientTurn = 'handshake' | 'greeting' | 'command' | 'data' | 'reply' | 'tarpit';

/**
 * How a client keeps up (slow loris protection): plain numbers that one sweep over all sessions looks at now and then,
 * instead of a timer for each read.
 */
export class SlowClientDetector {
  readonly #clock: Clock;
  #awaits: ClientTurn | null = null;
  #hasGreeted = false;
  #sinceMs: number;
  #lineSeenAtMs: number | null = null;
  #dataSinceMs = 0;
  /** Octets of DATA since the last look at it, when that was, and how far behind it may fall from there. */
  #newBytes = 0;
  #lookedAtMs = 0;
  #leftMs = Infinity;
  #behindMs = 0;
  /** The end of the last message, or the beginning. */
  deliveredAtMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sinceMs = clock.now();
    this.deliveredAtMs = this.#sinceMs;
  }

  /** From now on it is the client's turn. */
  await(what: Exclude<ClientTurn, 'greeting'>): void {
    this.#awaits = what === 'command' && !this.#hasGreeted ? 'greeting' : what;
    this.#sinceMs = this.#clock.now();
    this.#lineSeenAtMs = null;
  }

  /** From now on it is ours. */
  rest(): void {
    if (this.#awaits === 'greeting') this.#hasGreeted = true;
    this.#awaits = null;
  }

  startData(): void {
    this.#dataSinceMs = this.#clock.now();
    this.#lookedAtMs = this.#dataSinceMs;
    this.#newBytes = 0;
    this.#leftMs = Infinity;
    this.#behindMs = 0;
  }

  countData(bytes: number): void {
    this.#newBytes += bytes;
  }

  delivered(): void {
    this.deliveredAtMs = this.#clock.now();
  }

  /**
   * It has kept us waiting for so long: by its silence, by falling behind with DATA, or by ten times as long without a message
   * however busy it seems.
   */
  hasWasted(ms: number): boolean {
    if (this.#awaits === null) return false;
    const nowMs = this.#clock.now();
    if (nowMs - this.#sinceMs >= ms) return true;
    return this.#awaits === 'data' ? this.#behindMs >= ms : nowMs - this.deliveredAtMs >= 10 * ms;
  }

  /** To be asked now and then. `isWithinLine`: the beginning of a line has come. */
  isSlow(patience: ClientPatience, isWithinLine: boolean): boolean {
    const waitedMs = this.#clock.now() - this.#sinceMs;
    switch (this.#awaits) {
      case null:
      case 'tarpit':
        return false;
      case 'handshake':
        return waitedMs > patience.tlsHandshakeMs;
      case 'reply':
        return waitedMs > patience.replyTimeoutMs;
      case 'greeting':
        return waitedMs > patience.firstCommandMs || this.#isLineSlow(patience, isWithinLine);
      case 'command':
        return waitedMs > patience.commandTimeoutMs || this.#isLineSlow(patience, isWithinLine);
      case 'data':
        return this.#isDataSlow(patience);
    }
  }

  #isLineSlow({ lineMs }: ClientPatience, isWithinLine: boolean): boolean {
    if (!isWithinLine) return false;
    this.#lineSeenAtMs ??= this.#clock.now();
    return this.#clock.now() - this.#lineSeenAtMs > lineMs;
  }

  /** What comes faster than it must wins no more than the delay that is allowed anyway, or a client could hoard it. */
  #isDataSlow({ dataBytesPerSecond, dataDelayMs, dataTotalMs }: ClientPatience): boolean {
    const nowMs = this.#clock.now();
    const wonMs = (this.#newBytes * 1000) / dataBytesPerSecond;
    this.#leftMs = Math.min(dataDelayMs, this.#leftMs + wonMs) - (nowMs - this.#lookedAtMs);
    this.#behindMs = dataDelayMs - this.#leftMs;
    this.#newBytes = 0;
    this.#lookedAtMs = nowMs;
    return this.#leftMs < 0 || nowMs - this.#dataSinceMs > dataTotalMs;
  }
}
