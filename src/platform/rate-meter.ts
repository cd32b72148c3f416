import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Share } from '#platform/networks.ts';

/** How fast something may go on, and how much of it may come at once after a pause. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

const remembered = 20_000;
/** Less is what clocks are corrected by all the time. */
const putBackMs = 1_000;

/**
 * Leaky bucket as a meter (generic cell rate algorithm, ITU-T I.371), of this process and in memory: for what must be
 * refused at less cost than it has. A flood of keys pushes out old ones, never those of the wide networks it comes from.
 */
export class RateMeter {
  /** Between two uses of a single share, */
  readonly #stepMs: number;
  /** and so many of them fit into an empty bucket. */
  readonly #depthMs: number;
  readonly #clock: Clock;
  /** When the bucket of a key is empty. */
  #emptyAtMs = new BoundedMap<number>({ max: remembered });
  #latestMs = 0;

  constructor({ perSecond, burst }: Rate, clock: Clock) {
    this.#stepMs = 1000 / perSecond;
    this.#depthMs = burst * this.#stepMs;
    this.#clock = clock;
  }

  /**
   * Counts one use that there is room for in all these shares within `patienceMs`: milliseconds to wait for it, mostly none.
   * Else the time when there is room, and nothing is counted.
   */
  reserve(shares: readonly Share[], patienceMs = 0): number | Date {
    const now = this.#clock.now();
    // A clock that was put back: what was counted would refuse everybody until it is there again.
    if (now < this.#latestMs - putBackMs) this.#emptyAtMs = new BoundedMap<number>({ max: remembered });
    this.#latestMs = now;
    const emptyAtMs = shares.map(
      ({ key, multiple }) => Math.max(now, this.#emptyAtMs.get(key) ?? now) + this.#stepMs / multiple,
    );
    const waitMs = Math.max(0, ...emptyAtMs.map((ms) => ms - this.#depthMs - now));
    if (waitMs > patienceMs) return new Date(now + waitMs);
    for (const [index, { key }] of shares.entries()) this.#emptyAtMs.set(key, emptyAtMs[index] ?? now);
    return waitMs;
  }
}
