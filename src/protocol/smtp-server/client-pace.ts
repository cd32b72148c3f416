import type { Clock } from '#platform/clock.ts';
import type { ClientPatience } from '#protocol/smtp-server/smtp-limits.ts';

/** What a session waits for its client to do: shake hands, greet, send a command or octets of DATA, read our replies, or bear a tarpit. */
type ClientTurn = 'handshake' | 'greeting' | 'command' | 'data' | 'reply' | 'tarpit';

/**
 * How a client keeps up (slow loris protection): plain numbers that one sweep over all sessions looks at now and then,
 * instead of a timer for each read.
 */
export class ClientPace {
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
  }

  countData(bytes: number): void {
    this.#newBytes += bytes;
  }

  delivered(): void {
    this.deliveredAtMs = this.#clock.now();
  }

  /** For how long it has kept us waiting, without an octet of DATA or the end of what was awaited. */
  get waitedMs(): number {
    return this.#awaits === null ? 0 : this.#clock.now() - this.#sinceMs;
  }

  /** To be asked now and then. `isWithinLine`: the beginning of a line has come. */
  isSlow(patience: ClientPatience, isWithinLine: boolean): boolean {
    const waitedMs = this.waitedMs;
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
    this.#newBytes = 0;
    this.#lookedAtMs = nowMs;
    return this.#leftMs < 0 || nowMs - this.#dataSinceMs > dataTotalMs;
  }
}
