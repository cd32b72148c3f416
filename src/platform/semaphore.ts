/** Gives the places back; to be called once. */
export type Release = () => void;

/** A line of those who wait for something, served in the order they came. */
export class WaitLine<Waiter, Grant> {
  readonly #waiting: { readonly waiter: Waiter; readonly serve: (grant: Grant) => void }[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Waits for its turn until `signal` aborts; null then. */
  wait(waiter: Waiter, signal?: AbortSignal): Promise<Grant | null> {
    if (signal?.aborted === true) return Promise.resolve(null);
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(place), 1);
        resolve(null);
      };
      const serve = (grant: Grant): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(grant);
      };
      const place = { waiter, serve };
      this.#waiting.push(place);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The first in the line of whom `isReady` is true; by default the first. */
  peek(isReady: (waiter: Waiter) => boolean = () => true): Waiter | undefined {
    return this.#waiting.find(({ waiter }) => isReady(waiter))?.waiter;
  }

  /** Serves one who waits, by default the first, and lets him leave the line. */
  serve(grant: Grant, waiter: Waiter | undefined = this.peek()): void {
    const index = this.#waiting.findIndex((place) => place.waiter === waiter);
    if (index !== -1) this.#waiting.splice(index, 1)[0]?.serve(grant);
  }
}

export interface SemaphoreOptions {
  /** Places (or octets, or whatever a wish weighs) taken at once, in all. By default only `maxPerKey` counts. */
  readonly max?: number;
  /** And by those of one key together. */
  readonly maxPerKey?: number;
  /** How many may wait; who comes later is refused at once. By default all may. */
  readonly maxWaiting?: number;
}

export interface Wish {
  /** Who shares `maxPerKey`. */
  readonly key?: string;
  /** Places it takes, by default 1. More than a whole bound is let pass, but alone under it. */
  readonly weight?: number;
  /** Ends its wait. */
  readonly signal?: AbortSignal;
}

function fits(taken: number, weight: number, max: number): boolean {
  return taken === 0 || taken + weight <= max;
}

/**
 * A keyed, counting semaphore: bounds how much is under way at once, in all and for each key, so that one slow key never
 * takes the room of the others. First come first served among those whose key has room; keys nobody uses are forgotten.
 */
export class Semaphore {
  readonly #max: number;
  readonly #maxPerKey: number;
  readonly #maxWaiting: number;
  readonly #takenByKey = new Map<string, number>();
  readonly #line = new WaitLine<Required<Omit<Wish, 'signal'>>, Release>();
  #taken = 0;

  constructor({ max = Infinity, maxPerKey = Infinity, maxWaiting = Infinity }: SemaphoreOptions) {
    this.#max = max;
    this.#maxPerKey = maxPerKey;
    this.#maxWaiting = maxWaiting;
  }

  /** Waits in line for places. Null: the line is full, or `signal` aborted first. */
  async acquire({ key = '', weight = 1, signal }: Wish = {}): Promise<Release | null> {
    if (signal?.aborted === true) return null;
    const wish = { key, weight };
    // Who waits with room for his key waits for the sum, and then nobody passes him.
    const mayPass = this.#line.peek((other) => this.#keyHasRoom(other)) === undefined;
    if (mayPass && this.#keyHasRoom(wish) && fits(this.#taken, weight, this.#max)) return this.#take(wish);
    if (this.#line.length >= this.#maxWaiting) return null;
    const release = await this.#line.wait(wish, signal);
    // Those behind one who gave up may fit.
    if (release === null) this.#serveLine();
    return release;
  }

  /** Runs a job with one place held; `whenFull` answers at once in its stead when the line is full. */
  async run<Result>(job: () => Promise<Result>, whenFull: () => Result): Promise<Result> {
    const release = await this.acquire();
    if (release === null) return whenFull();
    try {
      return await job();
    } finally {
      release();
    }
  }

  #keyHasRoom({ key, weight }: { readonly key: string; readonly weight: number }): boolean {
    return fits(this.#takenByKey.get(key) ?? 0, weight, this.#maxPerKey);
  }

  #count(key: string, weight: number): void {
    this.#taken += weight;
    const ofKey = (this.#takenByKey.get(key) ?? 0) + weight;
    if (ofKey > 0) this.#takenByKey.set(key, ofKey);
    else this.#takenByKey.delete(key);
  }

  #take({ key, weight }: { readonly key: string; readonly weight: number }): Release {
    this.#count(key, weight);
    return () => {
      this.#count(key, -weight);
      this.#serveLine();
    };
  }

  #serveLine(): void {
    for (;;) {
      const next = this.#line.peek((wish) => this.#keyHasRoom(wish));
      if (next === undefined || !fits(this.#taken, next.weight, this.#max)) return;
      this.#line.serve(this.#take(next), next);
    }
  }
}
