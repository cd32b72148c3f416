import { Destination, type DestinationSettings, type Slot } from '#protocol/smtp-client/destination.ts';
import type { Clock } from '#platform/clock.ts';

/** Concurrency limits by destination: one's trouble takes neither connections nor time from the others. */
export interface DestinationLimits {
  /** For mail whose sender waits. Null: spool it without dialing. Waits for a free place until `signal` aborts. */
  enter(destination: string, signal: AbortSignal): Promise<Slot | null>;
  /** For the worker: up to `wanted` places that are free now. */
  reserve(destination: string, wanted: number): Slot[];
}

/** All destinations of this process, named by opaque keys. `smarthost` is the key of the one that takes all mail. */
export function createDestinationLimits(
  limits: DestinationSettings,
  clock: Clock,
  smarthost: string,
): DestinationLimits {
  const destinations = new Map<string, Destination>();

  const forgetOneIdle = (): void => {
    for (const [key, destination] of destinations) {
      if (!destination.isIdle) continue;
      destinations.delete(key);
      return;
    }
  };

  const find = (key: string): Destination => {
    const known = destinations.get(key);
    if (known !== undefined) return known;
    if (destinations.size >= limits.destinationsRemembered) forgetOneIdle();
    const maxInFlight = key === smarthost ? limits.inFlightAtSmarthost : limits.inFlightPerDestination;
    const destination = new Destination(limits, clock, maxInFlight);
    destinations.set(key, destination);
    return destination;
  };

  return {
    enter: (key, signal) => find(key).enter(signal),
    reserve: (key, wanted) => {
      const destination = find(key);
      const slots: Slot[] = [];
      while (slots.length < wanted) {
        const slot = destination.takeFree();
        if (slot === null) break;
        slots.push(slot);
      }
      return slots;
    },
  };
}
