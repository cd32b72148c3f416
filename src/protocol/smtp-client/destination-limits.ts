import type { Clock } from '#platform/clock.ts';
import { PermitClient } from '#platform/permits/permit-client.ts';
import { PermitPool } from '#platform/permits/permit-pool.ts';
import type { PermitSource } from '#platform/permits/permits.ts';
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

export type DestinationPermits = PermitSource<DestinationState, DestinationReport>;

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
export function createDestinationPool(
  limits: DestinationSettings,
  clock: Clock,
  block: number,
): PermitPool<DestinationState, DestinationReport> {
  const { destinationsRemembered: remembered, inFlightAtSmarthost, inFlightPerDestination } = limits;
  const rule = (key: string): Destination =>
    new Destination(limits, clock, key === smarthostKey ? inFlightAtSmarthost : inFlightPerDestination);
  return new PermitPool({
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
  source: DestinationPermits,
  { waitingPerDestination }: Pick<DestinationSettings, 'waitingPerDestination'>,
  clock: Clock,
  smarthost: string,
): DestinationLimits {
  const permits = new PermitClient(source, clock);
  const placesKey = (key: string): string => (key === smarthost ? smarthostKey : key);

  const makeSlot = (key: string): Slot => {
    const startedAtMs = clock.now();
    const state = permits.state(key);
    const halvings = state?.halvings ?? 0;
    const isProbe = typeof state?.quietUntilMs === 'number';
    let judged = false;
    const report = (event: DestinationReport['event'], asksForLess = false, recovered = false): void => {
      const tookMs = judged || event === 'left' ? null : clock.now() - startedAtMs;
      judged = true;
      const wasFull = permits.isFull(key);
      permits.report(key, { event, asksForLess, tookMs, halvings, wasFull, isProbe, recovered });
    };
    return {
      leave: () => {
        if (isProbe) report('left');
        permits.release(key, 1);
      },
      late: () => report('late'),
      finish: (outcome) => {
        const { event, asksForLess } = readOutcome(outcome);
        const answered = event === 'answered' || event === 'taken';
        const recovered = answered && permits.state(key)?.answering !== true;
        report(event, asksForLess, recovered);
        permits.release(key, 1);
        return { recovered };
      },
    };
  };

  return {
    enter: async (destination, signal) => {
      const key = placesKey(destination);
      const state = permits.state(key);
      if (signal.aborted || state?.slow === true || clock.now() < (state?.quietUntilMs ?? 0)) return null;
      if (permits.waiting(key) >= waitingPerDestination) return null;
      const acquired = permits.acquire(key, { permits: 1, waits: signal });
      return (typeof acquired === 'number' ? acquired : await acquired) === 1 ? makeSlot(key) : null;
    },
    reserve: async (destination, wanted) => {
      const key = placesKey(destination);
      if (clock.now() < (permits.state(key)?.quietUntilMs ?? 0)) return [];
      const acquired = await permits.acquire(key, { permits: wanted, least: 1 });
      return Array.from({ length: acquired }, () => makeSlot(key));
    },
  };
}
