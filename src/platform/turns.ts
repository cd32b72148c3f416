import type { Share } from '#platform/networks.ts';

const keptAtLeast = 256;

/**
 * Start-time fair queueing: tells each wish its turn, so that whoever asks for much waits behind himself only. A wish may
 * count for several at once, such as an account and each network around its client: its turn is the latest of theirs. A round serves one for each single share.
 */
export class Turns {
  /** The turn of the next wish of each key, where it is later than the present one. */
  readonly #next = new Map<string, number>();
  #present = 0;
  #sweepAbove = keptAtLeast;

  /** The turn of a wish that comes now. Counts it. */
  take(shares: readonly Share[]): number {
    let turn = this.#present;
    for (const { key, multiple } of shares) {
      const next = Math.max(this.#present, this.#next.get(key) ?? 0);
      turn = Math.max(turn, next);
      this.#next.set(key, next + 1 / multiple);
    }
    return turn;
  }

  /** A wish that was counted is not served. */
  giveBack(shares: readonly Share[]): void {
    for (const { key, multiple } of shares) {
      const next = this.#next.get(key);
      if (next !== undefined) this.#next.set(key, next - 1 / multiple);
    }
  }

  /** It is the turn of somebody. */
  serve(turn: number): void {
    this.#present = Math.max(this.#present, turn);
    if (this.#next.size <= this.#sweepAbove) return;
    for (const [key, next] of this.#next) if (next <= this.#present) this.#next.delete(key);
    this.#sweepAbove = Math.max(keptAtLeast, 2 * this.#next.size);
  }

  /** Nobody is served and nobody waits. */
  begin(): void {
    this.#next.clear();
    this.#present = 0;
  }
}
