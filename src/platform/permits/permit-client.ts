import type { Clock } from '#platform/clock.ts';
import type { PermitBroker, PermitEvent, PermitSource } from '#platform/permits/permits.ts';

const sweepEveryMs = 1_000;

export interface AcquireRequest {
  readonly permits: number;
  /** Fewer than `permits` will do, but not fewer than these. By default all are needed. */
  readonly least?: number;
  /** Stands in line until there are some or `signal` aborts; else the answer comes as soon as it is known. */
  readonly waits?: AbortSignal;
}

interface Request {
  readonly permits: number;
  readonly least: number;
  readonly waits: boolean;
  readonly serve: (permits: number) => void;
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
 * The permits of one process: uses those it has without a word to anybody, and keeps at most a block unused. Requests that
 * it cannot fill stand in line, first come first served.
 */
export class PermitClient<State = null, Report = never> {
  readonly #broker: PermitBroker<Report>;
  readonly #block: number;
  readonly #clock: Clock;
  readonly #accounts = new Map<string, Account>();
  readonly #states = new Map<string, State>();

  constructor(source: PermitSource<State, Report>, clock: Clock) {
    this.#block = source.block;
    this.#clock = clock;
    this.#broker = source.join((key, event) => this.#hear(key, event));
    // With the pool in this process nothing is kept unused.
    if (source.block > 0) setInterval(() => this.sweep(), sweepEveryMs).unref();
  }

  /** What the pool told about a key. */
  state(key: string): State | null {
    return this.#states.get(key) ?? null;
  }

  /** Requests in line. */
  waiting(key: string): number {
    return this.#accounts.get(key)?.requests.length ?? 0;
  }

  /** All permits that this process has are in use. */
  isFull(key: string): boolean {
    return (this.#accounts.get(key)?.unused ?? 0) === 0;
  }

  /** Somebody lacked permits of the key, and nobody has had enough since. */
  isShort(key: string): boolean {
    return (this.#accounts.get(key)?.share ?? null) !== null;
  }

  /** Takes so many permits of every key, or of none. At once where no other process must be asked. */
  acquireEach([key, ...rest]: readonly string[], permits: number): boolean | Promise<boolean> {
    if (key === undefined) return true;
    const settle = (hasAll: boolean): boolean => {
      if (!hasAll) this.release(key, permits);
      return hasAll;
    };
    const goOn = (acquired: number): boolean | Promise<boolean> => {
      if (acquired === 0) return false;
      const others = this.acquireEach(rest, permits);
      return typeof others === 'boolean' ? settle(others) : others.then(settle);
    };
    const acquired = this.acquire(key, { permits });
    return typeof acquired === 'number' ? goOn(acquired) : acquired.then(goOn);
  }

  releaseEach(keys: readonly string[], permits: number): void {
    for (const key of keys) this.release(key, permits);
  }

  /** Takes permits; 0 when there are none. At once where no other process must be asked. */
  acquire(key: string, { permits, least = permits, waits }: AcquireRequest): number | Promise<number> {
    if (waits?.aborted === true) return 0;
    const account = this.#find(key);
    account.wasTouched = true;
    if (account.requests.length === 0 && account.unused >= least)
      return take(account, Math.min(permits, account.unused));
    // Whoever waits already waits for what there is not.
    if (waits === undefined && account.asked === 'waits') return 0;
    return this.#stand(key, account, { permits, least }, waits);
  }

  /** Gives permits back that were taken. */
  release(key: string, permits: number): void {
    const account = this.#accounts.get(key);
    if (account === undefined) return;
    // What was taken in a window before is no more.
    account.used = Math.max(0, account.used - permits);
    account.wasTouched = true;
    if (account.share !== null) this.#return(key, account, Math.min(account.unused, account.have - account.share));
    this.#serve(account);
    this.#withdraw(key, account);
    this.#shed(key, account);
  }

  report(key: string, report: Report): void {
    this.#broker.report(key, report);
  }

  /** To be called now and then: what nobody asked for since the last time goes back, and is forgotten. */
  sweep(): void {
    for (const [key, account] of this.#accounts) {
      // Whoever waits here is served by the answer that is on its way.
      if (account.asked !== null) account.wasTouched = false;
      else if (this.#clock.now() >= account.endsAtMs) this.#accounts.delete(key);
      else if (account.wasTouched) account.wasTouched = false;
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
    { permits, least }: { readonly permits: number; readonly least: number },
    signal: AbortSignal | undefined,
  ): number | Promise<number> {
    let served: number | null = null;
    let tell = (acquired: number): void => {
      served = acquired;
    };
    const request = { permits, least, waits: signal !== undefined, serve: (acquired: number) => tell(acquired) };
    account.requests.push(request);
    if (account.asked === null) this.#ask(key, account);
    // A pool in this process has answered already.
    if (served !== null) return served;
    return new Promise((resolve) => {
      const giveUp = (): void => {
        account.requests.splice(account.requests.indexOf(request), 1);
        resolve(0);
        this.#withdraw(key, account);
        this.#serve(account);
        this.#shed(key, account);
      };
      tell = (acquired) => {
        signal?.removeEventListener('abort', giveUp);
        resolve(acquired);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #ask(key: string, account: Account): void {
    const lacking = account.requests.reduce((sum, { permits }) => sum + permits, 0) - account.unused;
    const waits = account.requests.every((request) => request.waits);
    account.asked = waits ? 'waits' : 'now';
    this.#broker.ask(key, Math.max(1, lacking), waits);
  }

  /** Nobody waits any more. Else what comes free would come here first. */
  #withdraw(key: string, account: Account): void {
    if (account.requests.length > 0 || account.asked !== 'waits') return;
    account.asked = 'withdrawn';
    this.#broker.ask(key, 0, true);
  }

  #hear(key: string, { granted, endsAtMs, share, recall, state }: PermitEvent<State>): void {
    if (state === null) this.#states.delete(key);
    else this.#states.set(key, state);
    const account = granted === undefined ? this.#accounts.get(key) : this.#find(key);
    if (account === undefined) {
      if (recall) this.#broker.release(key, 0, true);
      return;
    }
    account.share = share;
    if (granted !== undefined) this.#receive(key, account, granted, endsAtMs);
    if (recall) {
      const unused = account.unused;
      account.have -= unused;
      this.#broker.release(key, unused, true);
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
      next.serve(take(account, Math.min(next.permits, account.unused)));
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

  #return(key: string, account: Account, permits: number): void {
    if (permits <= 0) return;
    account.have -= permits;
    this.#broker.release(key, permits, false);
  }
}

function take(account: Account, permits: number): number {
  account.used += permits;
  return permits;
}
