import type { Clock } from '#platform/clock.ts';
import { PlaceHolder } from '#platform/places/place-holder.ts';
import { PlaceLedger } from '#platform/places/place-ledger.ts';
import type { PlaceSource } from '#platform/places/places.ts';
import {
  Destination,
  readOutcome,
  type DestinationReport,
  type DestinationSettings,
  type DestinationState,
} from '#protocol/smtp-client/destination.ts';
import type { Outcome } from '#protocol/smtp-client/transport.ts';

/** The right to have one delivery under way at a destination. Ended by exactly one of `finish` and `leave`. */
export interface Slot {
  /** Gives the place back and learns from the outcome. `recovered`: the destination answers, which was not known here. */
  finish(outcome: Outcome): { recovered: boolean };
  /** Gives the place back; nothing was learned. */
  leave(): void;
  /** The delivery outlives the sender's patience: the destination counts as slower than that. */
  late(): void;
}

/** Concurrency limits by destination: one's trouble takes neither connections nor time from the others. */
export interface DestinationLimits {
  /** For mail whose sender waits. Null: spool it without dialing. Waits for a free place until `signal` aborts. */
  enter(destination: string, signal: AbortSignal): Promise<Slot | null>;
  /** For the worker: up to `wanted` places that are free now. */
  reserve(destination: string, wanted: number): Promise<Slot[]>;
}

export type DestinationPlaces = PlaceSource<DestinationState, DestinationReport>;

/** Unused places of one destination that a process keeps. They are recalled when another lacks some. */
export const destinationBlock = 8;
/** The same of a program where others share them, which cannot recall any: the fewer there are, the fewer it keeps. */
const leaseBlock = { least: 4, share: 1 / 8 };

/** The destination that takes all mail. */
const smarthostKey = 'smarthost';

/**
 * What is known of all destinations, named by opaque keys, and their places. `block`: what a process keeps of them unused;
 * 0 where they are used in this one.
 */
export function createDestinationLedger(
  limits: DestinationSettings,
  clock: Clock,
  block: number,
): PlaceLedger<DestinationState, DestinationReport> {
  const { destinationsRemembered: remembered, inFlightAtSmarthost, inFlightPerDestination } = limits;
  const rule = (key: string): Destination =>
    new Destination(limits, clock, key === smarthostKey ? inFlightAtSmarthost : inFlightPerDestination);
  return new PlaceLedger({
    rule,
    block,
    leaseBlock: (max) => Math.max(leaseBlock.least, Math.floor(max * leaseBlock.share)),
    windowMs: null,
    remembered,
    clock,
  });
}

/** What all processes should know of at once; ordinary successes may wait a moment. */
export function isUrgentReport({ event, asksForLess, isProbe, recovered }: DestinationReport): boolean {
  return event !== 'taken' || asksForLess || isProbe || recovered;
}

/** The destinations of this process. `smarthost` is the key of the one that takes all mail. */
export function createDestinationLimits(
  source: DestinationPlaces,
  { waitingPerDestination }: Pick<DestinationSettings, 'waitingPerDestination'>,
  clock: Clock,
  smarthost: string,
): DestinationLimits {
  const places = new PlaceHolder(source, clock);
  const placesKey = (key: string): string => (key === smarthost ? smarthostKey : key);

  const makeSlot = (key: string): Slot => {
    const startedAtMs = clock.now();
    const state = places.state(key);
    const halvings = state?.halvings ?? 0;
    const isProbe = typeof state?.quietUntilMs === 'number';
    let judged = false;
    const report = (event: DestinationReport['event'], asksForLess = false, recovered = false): void => {
      const tookMs = judged || event === 'left' ? null : clock.now() - startedAtMs;
      judged = true;
      const wasFull = places.isFull(key);
      places.report(key, { event, asksForLess, tookMs, halvings, wasFull, isProbe, recovered });
    };
    return {
      leave: () => {
        if (isProbe) report('left');
        places.give(key, 1);
      },
      late: () => report('late'),
      finish: (outcome) => {
        const { event, asksForLess } = readOutcome(outcome);
        const answered = event === 'answered' || event === 'taken';
        const recovered = answered && places.state(key)?.answering !== true;
        report(event, asksForLess, recovered);
        places.give(key, 1);
        return { recovered };
      },
    };
  };

  return {
    enter: async (destination, signal) => {
      const key = placesKey(destination);
      const state = places.state(key);
      if (signal.aborted || state?.slow === true || clock.now() < (state?.quietUntilMs ?? 0)) return null;
      if (places.waiting(key) >= waitingPerDestination) return null;
      const obtained = places.obtain(key, { places: 1, waits: signal });
      return (typeof obtained === 'number' ? obtained : await obtained) === 1 ? makeSlot(key) : null;
    },
    reserve: async (destination, wanted) => {
      const key = placesKey(destination);
      if (clock.now() < (places.state(key)?.quietUntilMs ?? 0)) return [];
      const obtained = await places.obtain(key, { places: wanted, least: 1 });
      return Array.from({ length: obtained }, () => makeSlot(key));
    },
  };
}
