import type { Clock } from '#platform/clock.ts';
import type { PlaceDesk, PlaceNews, PlaceSource } from '#platform/places/places.ts';

const sweepEveryMs = 1_000;

export interface PlaceWish {
  readonly places: number;
  /** Fewer than `places` will do, but not fewer than these. By default all are needed. */
  readonly least?: number;
  /** Stands in line until there are some or `signal` aborts; else the answer comes as soon as it is known. */
  readonly waits?: AbortSignal;
}

interface Request {
  readonly places: number;
  readonly least: number;
  readonly waits: boolean;
  readonly serve: (places: number) => void;
}

/** What this process has of one key. */
class Account {
  have = 0;
  used = 0;
  share: number | null = null;
  endsAtMs = Infinity;
  /** The ask that is not answered yet. `withdrawn`: it waited for somebody who gave up. */
  asked: 'now' | 'waits' | 'withdrawn' | null = null;
  wasTouched = true;
  requests: Request[] = [];

  get unused(): number {
    return this.have - this.used;
  }

  /** Another window: what was held in the one before is over. */
  begin(endsAtMs: number): void {
    this.have = 0;
    this.used = 0;
    this.endsAtMs = endsAtMs;
  }
}

/**
 * The places of one process: uses those it has without a word to anybody, and keeps at most a block unused. Requests that
 * it cannot fill stand in line, first come first served.
 */
export class PlaceHolder<State = null, Report = never> {
  readonly #desk: PlaceDesk<Report>;
  readonly #block: number;
  readonly #clock: Clock;
  readonly #accounts = new Map<string, Account>();
  readonly #states = new Map<string, State>();

  constructor(source: PlaceSource<State, Report>, clock: Clock) {
    this.#block = source.block;
    this.#clock = clock;
    this.#desk = source.join((key, news) => this.#hear(key, news));
    // With the ledger in this process nothing is kept unused.
    if (source.block > 0) setInterval(() => this.sweep(), sweepEveryMs).unref();
  }

  /** What the ledger told about a key. */
  state(key: string): State | null {
    return this.#states.get(key) ?? null;
  }

  /** Requests in line. */
  waiting(key: string): number {
    return this.#accounts.get(key)?.requests.length ?? 0;
  }

  /** All places that this process has are in use. */
  isFull(key: string): boolean {
    return (this.#accounts.get(key)?.unused ?? 0) === 0;
  }

  /** Somebody lacked places of the key, and nobody has had enough since. */
  isShort(key: string): boolean {
    return (this.#accounts.get(key)?.share ?? null) !== null;
  }

  /** Takes so many places of every key, or of none. At once where no other process must be asked. */
  obtainEach([key, ...rest]: readonly string[], places: number): boolean | Promise<boolean> {
    if (key === undefined) return true;
    const settle = (hasAll: boolean): boolean => {
      if (!hasAll) this.give(key, places);
      return hasAll;
    };
    const goOn = (obtained: number): boolean | Promise<boolean> => {
      if (obtained === 0) return false;
      const others = this.obtainEach(rest, places);
      return typeof others === 'boolean' ? settle(others) : others.then(settle);
    };
    const obtained = this.obtain(key, { places });
    return typeof obtained === 'number' ? goOn(obtained) : obtained.then(goOn);
  }

  giveEach(keys: readonly string[], places: number): void {
    for (const key of keys) this.give(key, places);
  }

  /** Takes places; 0 when there are none. At once where no other process must be asked. */
  obtain(key: string, { places, least = places, waits }: PlaceWish): number | Promise<number> {
    if (waits?.aborted === true) return 0;
    const account = this.#find(key);
    account.wasTouched = true;
    if (account.requests.length === 0 && account.unused >= least)
      return take(account, Math.min(places, account.unused));
    // Whoever waits already waits for what there is not.
    if (waits === undefined && account.asked === 'waits') return 0;
    return this.#stand(key, account, { places, least }, waits);
  }

  /** Gives places back that were taken. */
  give(key: string, places: number): void {
    const account = this.#accounts.get(key);
    if (account === undefined) return;
    // What was taken in a window before is no more.
    account.used = Math.max(0, account.used - places);
    account.wasTouched = true;
    if (account.share !== null) this.#return(key, account, Math.min(account.unused, account.have - account.share));
    this.#serve(account);
    this.#withdraw(key, account);
    this.#shed(key, account);
  }

  report(key: string, report: Report): void {
    this.#desk.report(key, report);
  }

  /** To be called now and then: what nobody asked for since the last time goes back, and is forgotten. */
  sweep(): void {
    for (const [key, account] of this.#accounts) {
      if (this.#clock.now() >= account.endsAtMs) this.#accounts.delete(key);
      else if (account.wasTouched || account.asked !== null) account.wasTouched = false;
      else {
        this.#return(key, account, account.unused);
        this.#forgetUnneeded(key, account);
      }
    }
  }

  #find(key: string): Account {
    const known = this.#accounts.get(key);
    if (known === undefined) {
      const account = new Account();
      this.#accounts.set(key, account);
      return account;
    }
    if (this.#clock.now() >= known.endsAtMs) known.begin(Infinity);
    return known;
  }

  #stand(
    key: string,
    account: Account,
    { places, least }: { readonly places: number; readonly least: number },
    signal: AbortSignal | undefined,
  ): number | Promise<number> {
    let served: number | null = null;
    let tell = (obtained: number): void => {
      served = obtained;
    };
    const request = { places, least, waits: signal !== undefined, serve: (obtained: number) => tell(obtained) };
    account.requests.push(request);
    if (account.asked === null) this.#ask(key, account);
    // A ledger in this process has answered already.
    if (served !== null) return served;
    return new Promise((resolve) => {
      const giveUp = (): void => {
        account.requests.splice(account.requests.indexOf(request), 1);
        resolve(0);
        this.#withdraw(key, account);
        this.#serve(account);
        this.#shed(key, account);
      };
      tell = (obtained) => {
        signal?.removeEventListener('abort', giveUp);
        resolve(obtained);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #ask(key: string, account: Account): void {
    const lacking = account.requests.reduce((sum, { places }) => sum + places, 0) - account.unused;
    const waits = account.requests.every((request) => request.waits);
    account.asked = waits ? 'waits' : 'now';
    this.#desk.ask(key, Math.max(1, lacking), waits);
  }

  /** Nobody waits any more. Else what comes free would come here first. */
  #withdraw(key: string, account: Account): void {
    if (account.requests.length > 0 || account.asked !== 'waits') return;
    account.asked = 'withdrawn';
    this.#desk.ask(key, 0, true);
  }

  #hear(key: string, { granted, endsAtMs, share, recall, state }: PlaceNews<State>): void {
    if (state === null) this.#states.delete(key);
    else this.#states.set(key, state);
    const account = granted === undefined ? this.#accounts.get(key) : this.#find(key);
    if (account === undefined) {
      if (recall) this.#desk.give(key, 0, true);
      return;
    }
    account.share = share;
    if (granted !== undefined) this.#receive(key, account, granted, endsAtMs);
    if (recall) {
      const unused = account.unused;
      account.have -= unused;
      this.#desk.give(key, unused, true);
    }
    this.#shed(key, account);
  }

  #receive(key: string, account: Account, granted: number, endsAtMs = Infinity): void {
    const { asked } = account;
    account.asked = null;
    if (endsAtMs !== account.endsAtMs) account.begin(endsAtMs);
    account.have += granted;
    this.#serve(account);
    if (granted === 0 && asked !== 'withdrawn') {
      const isOver = (request: Request): boolean => asked === 'waits' || !request.waits;
      const over = account.requests.filter(isOver);
      account.requests = account.requests.filter((request) => !isOver(request));
      for (const { serve } of over) serve(0);
    }
    if (account.requests.length > 0 && account.asked === null) this.#ask(key, account);
  }

  #serve(account: Account): void {
    for (let next = account.requests[0]; next !== undefined; next = account.requests[0]) {
      if (account.unused < next.least) return;
      account.requests.shift();
      next.serve(take(account, Math.min(next.places, account.unused)));
    }
  }

  /** Keeps a block at most; beyond it half of one (hysteresis), so that use that goes up and down asks rarely. Nothing while others lack some. */
  #shed(key: string, account: Account): void {
    if (account.requests.length > 0) return;
    const block = account.share === null ? this.#block : 0;
    if (account.unused > block) this.#return(key, account, account.unused - Math.floor(block / 2));
    if (account.asked === null && account.unused === 0) this.#forgetUnneeded(key, account);
  }

  /** Uses within a window are counted where they came from. */
  #forgetUnneeded(key: string, account: Account): void {
    if (account.used === 0 || account.endsAtMs < Infinity) this.#accounts.delete(key);
  }

  #return(key: string, account: Account, places: number): void {
    if (places <= 0) return;
    account.have -= places;
    this.#desk.give(key, places, false);
  }
}

function take(account: Account, places: number): number {
  account.used += places;
  return places;
}
