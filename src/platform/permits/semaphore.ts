import type { Share } from '#platform/networks.ts';

/** Gives the places back; to be called once. */
export type Release = () => void;

/** A line of those who wait for something, served in the order they stand. */
export class WaitLine<Waiter, Grant> {
  readonly #waiting: { readonly waiter: Waiter; readonly serve: (grant: Grant) => void }[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Waits for its turn until `signal` aborts; null then. Stands before the first of whom `isLater`, by default last. */
  wait(waiter: Waiter, signal?: AbortSignal, isLater: (other: Waiter) => boolean = () => false): Promise<Grant | null> {
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
      const index = this.#waiting.findIndex((other) => isLater(other.waiter));
      this.#waiting.splice(index === -1 ? this.#waiting.length : index, 0, place);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Who would be served after all others. */
  get last(): Waiter | undefined {
    return this.#waiting.at(-1)?.waiter;
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
  /** How many may wait; who comes later is refused at once, or in turns whoever would be served last. By default all may. */
  readonly maxWaiting?: number;
  /** Fair queueing: those who wait are served by turns, however much one of them asks for. Else first come first served. */
  readonly inTurns?: boolean;
}

export interface Wish {
  /** Who shares `maxPerKey`. */
  readonly key?: string;
  /** Whose turns it takes; by default one turn a round of its key. */
  readonly shares?: readonly Share[];
  /** Places it takes, by default 1. More than a whole bound is let pass, but alone under it. */
  readonly weight?: number;
  /** Ends its wait. */
  readonly signal?: AbortSignal;
}

const keptAtLeast = 256;

/**
 * Start-time fair queueing: tells each wish its turn, so that whoever asks for much waits behind himself only. A wish may
 * count for several at once, such as an account and each network around its client: its turn is the latest of theirs. A round serves one for each single share.
 */
class Turns {
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

/** Without turns: all have the same. */
const firstCome: Pick<Turns, 'take' | 'giveBack' | 'serve' | 'begin'> = {
  take: () => 0,
  giveBack: () => {},
  serve: () => {},
  begin: () => {},
};

interface Waiting extends Required<Omit<Wish, 'signal'>> {
  readonly turn: number;
}

function fits(taken: number, weight: number, max: number): boolean {
  return taken === 0 || taken + weight <= max;
}

/**
 * A keyed, counting semaphore: bounds how much is under way at once, in all and for each key, so that one slow key never
 * takes the room of the others. First come first served among those whose key has room, or by turns; keys nobody uses are
 * forgotten.
 */
export class Semaphore {
  readonly #max: number;
  readonly #maxPerKey: number;
  readonly #maxWaiting: number;
  readonly #turns: typeof firstCome;
  readonly #takenByKey = new Map<string, number>();
  readonly #line = new WaitLine<Waiting, Release | null>();
  #taken = 0;

  constructor({ max = Infinity, maxPerKey = Infinity, maxWaiting = Infinity, inTurns = false }: SemaphoreOptions) {
    this.#turns = inTurns ? new Turns() : firstCome;
    this.#max = max;
    this.#maxPerKey = maxPerKey;
    this.#maxWaiting = maxWaiting;
  }

  /** Waits in line for places. Null: the line is full, or `signal` aborted first. */
  async acquire({ key = '', weight = 1, shares = [{ key, multiple: 1 }], signal }: Wish = {}): Promise<Release | null> {
    if (signal?.aborted === true) return null;
    const wish = { key, weight, shares, turn: this.#turns.take(shares) };
    // Who waits with room for his key waits for the sum, and then nobody passes him.
    const mayPass = this.#line.peek((other) => this.#keyHasRoom(other)) === undefined;
    if (mayPass && this.#keyHasRoom(wish) && fits(this.#taken, weight, this.#max)) return this.#take(wish);
    if (this.#line.length < this.#maxWaiting || this.#sendLastAway(wish)) return this.#waitForTurn(wish, signal);
    this.#turns.giveBack(shares);
    return null;
  }

  async #waitForTurn(wish: Waiting, signal?: AbortSignal): Promise<Release | null> {
    const release = await this.#line.wait(wish, signal, (other) => other.turn > wish.turn);
    if (release === null) {
      this.#turns.giveBack(wish.shares);
      // Those behind one who gave up may fit.
      this.#serveLine();
    }
    return release;
  }

  /** So that a line full of one who asks for much is not full for the others. */
  #sendLastAway({ turn }: Waiting): boolean {
    const { last } = this.#line;
    if (last === undefined || last.turn <= turn) return false;
    this.#line.serve(null, last);
    return true;
  }

  /** Runs a job with its place held; `whenFull` answers in its stead when the line is full, or its wait was ended. */
  async run<Result>(job: () => Promise<Result>, whenFull: () => Result, wish?: Wish): Promise<Result> {
    const release = await this.acquire(wish);
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

  #take({ key, weight, turn }: Waiting): Release {
    this.#turns.serve(turn);
    this.#count(key, weight);
    return () => {
      this.#count(key, -weight);
      this.#serveLine();
      if (this.#takenByKey.size === 0 && this.#line.length === 0) this.#turns.begin();
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
