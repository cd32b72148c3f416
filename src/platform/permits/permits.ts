import type { Clock } from '#platform/clock.ts';

/**
 * Permits: a limit that several processes share (distributed counting semaphore). A *pool* has all permits of a key and
 * lends them; a *client* in each process uses what it has without asking, asks for more, and gives back what it has no use
 * for. Between them lies a *broker*: a call in one process, a channel between two.
 */

/** What a pool tells a client about a key. */
export interface PermitEvent<State> {
  /** The answer to an ask: so many more, perhaps none. Absent: answers nothing. */
  readonly granted?: number;
  /** Where permits are uses within a window: its end, when all that is held is over. */
  readonly endsAtMs?: number;
  /** How many the client may keep while others lack some; null: as many as it has. */
  readonly share: number | null;
  /** Unused ones are wanted back: to be answered by one `release`, of none if there are none. */
  readonly recall: boolean;
  /** What all clients know of the key; null: nothing is known. */
  readonly state: State | null;
}

/** Where one client deals with a pool. */
export interface PermitBroker<Report> {
  /**
   * Answered by exactly one grant; `waits`: not before there is one, unless the pool wants nobody to wait. Of none: the
   * one before is withdrawn, and answered if it is not yet.
   */
  ask(key: string, permits: number, waits: boolean): void;
  /** `answers`: it is the answer to a recall. */
  release(key: string, permits: number, answers: boolean): void;
  /** What was seen where the permits were used. */
  report(key: string, report: Report): void;
}

/** One kind of permits, such as deliveries by destination. */
export interface PermitSource<State = null, Report = never> {
  /** Unused permits that a client keeps for a key, so that it need not ask each time; 0 where asking costs nothing. */
  readonly block: number;
  /** `tell` is called with the event of each key that this client has to do with. */
  join(tell: (key: string, event: PermitEvent<State>) => void): PermitBroker<Report>;
}

/** Decides how many permits a key has. */
export interface PermitRule<State = null, Report = never> {
  /** How many more may be given while `taken` are; below 0: too many are. */
  free(taken: number): number;
  /** Never more than these, whatever is learned. */
  readonly max: number;
  /** Whoever would have to wait gets none instead. */
  readonly refusesWaiting: boolean;
  /** What all clients are to know; another object when it changed. */
  readonly state: State | null;
  /** `client` got some. */
  granted(client: object): void;
  /** `client` is no more. */
  gone(client: object): void;
  learn(report: Report, taken: number, client: object): void;
}

/** Where a pool gets permits that it shares with other programs. */
export interface LeaseStore {
  /** Up to `permits` more, of `max` that all programs have. Never rejects. */
  lease(key: string, permits: number, max: number): Promise<PermitLease>;
  giveBack(key: string, permits: number): void;
}

export interface PermitLease {
  /** Perhaps none. */
  readonly permits: number;
  /** The end of the window, where permits are uses within one; else Infinity. */
  readonly endsAtMs: number;
}

/** What is lent of one key. */
export interface LentPermits {
  readonly key: string;
  readonly permits: number;
  readonly endsAtMs: number;
}

/** What a pool is made with. */
export interface PermitPoolOptions<State, Report> {
  readonly rule: (key: string) => PermitRule<State, Report>;
  /** What a client keeps unused at most; 0: clients are in this process. */
  readonly block: number;
  /** The same of what is leased from other programs, of so many that there are. */
  readonly leaseBlock: (max: number) => number;
  /** Permits are uses, counted in a fixed window that begins with the first; null: they are given back. */
  readonly windowMs: number | null;
  /** Keys that nobody holds permits of and that are remembered for their state or their window. */
  readonly remembered: number;
  readonly clock: Clock;
}

/** As many as there are, whatever happens. */
export function fixedPermits(max: number): PermitRule {
  return {
    max,
    free: (taken) => max - taken,
    refusesWaiting: false,
    state: null,
    granted: () => {},
    gone: () => {},
    learn: () => {},
  };
}
