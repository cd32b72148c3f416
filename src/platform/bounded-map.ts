import type { Clock } from '#platform/clock.ts';

export interface BoundedMapOptions<Value> {
  /** Entries, or what `weigh` gives for all of them together. */
  readonly max: number;
  /** What an entry counts, taken when it is set; by default 1 each. */
  readonly weigh?: (value: Value, key: string) => number;
  /** `'oldest'` (the default): what was set first goes first. `'least-recently-used'`: reading an entry keeps it longer. */
  readonly evict?: 'oldest' | 'least-recently-used';
  /** How entries may grow old; without it they live until they are evicted. */
  readonly expiry?: { readonly clock: Clock; readonly ttlMs: number };
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
  readonly expiresAtMs: number;
}

/**
 * A cache in bounded memory (FIFO or LRU, with an optional time to live): a flood of keys pushes out old entries and
 * costs no more than `max`. Setting a key anew counts as new. An entry heavier than `max` is not kept and pushes out all.
 */
export class BoundedMap<Value> {
  readonly #options: BoundedMapOptions<Value>;
  /** In the order in which they go. */
  readonly #entries = new Map<string, Entry<Value>>();
  #weight = 0;

  constructor(options: BoundedMapOptions<Value>) {
    this.#options = options;
  }

  /** Of entries in memory, those that grew old included: they go when they are asked for or evicted. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const { evict, expiry } = this.#options;
    if (expiry !== undefined && expiry.clock.now() >= entry.expiresAtMs) {
      this.delete(key);
      return undefined;
    }
    if (evict === 'least-recently-used') {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  /** @param ttlMs instead of that of all; may be infinite */
  set(key: string, value: Value, ttlMs = this.#options.expiry?.ttlMs ?? Infinity): void {
    const { expiry, max, weigh } = this.#options;
    this.delete(key);
    const weight = weigh?.(value, key) ?? 1;
    this.#entries.set(key, { value, weight, expiresAtMs: (expiry?.clock.now() ?? 0) + ttlMs });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= max) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
