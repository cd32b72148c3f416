import type { Clock } from '#platform/clock.ts';

/**
 * Places: a limit that several processes share (distributed counting semaphore). A *ledger* has all places of a key and
 * lends them; a *holder* in each process uses what it has without asking, asks for more, and gives back what it has no use
 * for. Between them lies a *desk*: a call in one process, a channel between two.
 */

/** What a ledger tells a holder about a key. */
export interface PlaceNews<State> {
  /** The answer to an ask: so many more, perhaps none. Absent: answers nothing. */
  readonly granted?: number;
  /** Where places are uses within a window: its end, when all that is held is over. */
  readonly endsAtMs?: number;
  /** How many the holder may keep while others lack some; null: as many as it has. */
  readonly share: number | null;
  /** Unused ones are wanted back: to be answered by one `give`, of none if there are none. */
  readonly recall: boolean;
  /** What all holders know of the key; null: nothing is known. */
  readonly state: State | null;
}

/** Where one holder deals with a ledger. */
export interface PlaceDesk<Report> {
  /**
   * Answered by exactly one grant; `waits`: not before there is one, unless the ledger wants nobody to wait. Of none: the
   * one before is withdrawn, and answered if it is not yet.
   */
  ask(key: string, places: number, waits: boolean): void;
  /** `answers`: it is the answer to a recall. */
  give(key: string, places: number, answers: boolean): void;
  /** What was seen where the places were used. */
  report(key: string, report: Report): void;
}

/** One kind of places, such as deliveries by destination. */
export interface PlaceSource<State = null, Report = never> {
  /** Unused places that a holder keeps for a key, so that it need not ask each time; 0 where asking costs nothing. */
  readonly block: number;
  /** `tell` is called with the news of each key that this holder has to do with. */
  join(tell: (key: string, news: PlaceNews<State>) => void): PlaceDesk<Report>;
}

/** Decides how many places a key has. */
export interface PlaceRule<State = null, Report = never> {
  /** How many more may be given while `taken` are; below 0: too many are. */
  free(taken: number): number;
  /** Never more than these, whatever is learned. */
  readonly max: number;
  /** Whoever would have to wait gets none instead. */
  readonly refusesWaiting: boolean;
  /** What all holders are to know; another object when it changed. */
  readonly state: State | null;
  /** `holder` got some. */
  granted(holder: object): void;
  /** `holder` is no more. */
  gone(holder: object): void;
  learn(report: Report, taken: number, holder: object): void;
}

/** Where a ledger gets places that it shares with other programs. */
export interface Lessor {
  /** Up to `places` more, of `max` that all programs have. Never rejects. */
  lease(key: string, places: number, max: number): Promise<PlaceLease>;
  giveBack(key: string, places: number): void;
}

export interface PlaceLease {
  /** Perhaps none. */
  readonly places: number;
  /** The end of the window, where places are uses within one; else Infinity. */
  readonly endsAtMs: number;
}

/** What is lent of one key. */
export interface LentPlaces {
  readonly key: string;
  readonly places: number;
  readonly endsAtMs: number;
}

/** What a ledger is made with. */
export interface LedgerOptions<State, Report> {
  readonly rule: (key: string) => PlaceRule<State, Report>;
  /** What a holder keeps unused at most; 0: holders are in this process. */
  readonly block: number;
  /** The same of what is leased from other programs, of so many that there are. */
  readonly leaseBlock: (max: number) => number;
  /** Places are uses, counted in a fixed window that begins with the first; null: they are given back. */
  readonly windowMs: number | null;
  /** Keys that nobody holds places of and that are remembered for their state or their window. */
  readonly remembered: number;
  readonly clock: Clock;
}

/** As many as there are, whatever happens. */
export function fixedPlaces(max: number): PlaceRule {
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
