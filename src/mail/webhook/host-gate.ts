/** How much may be under way under one name at once. */
export interface HostGate {
  /** Waits for a place until `signal` aborts; null then. The function it gives back must be called once. */
  enter(name: string, signal: AbortSignal): Promise<(() => void) | null>;
}

interface Place {
  taken: number;
  readonly waiting: (() => void)[];
}

/** In the order of arrival, `atOnce` under each name. Names nobody uses are forgotten. */
export function createHostGate(atOnce: number): HostGate {
  const places = new Map<string, Place>();

  const leave = (name: string, place: Place): void => {
    const next = place.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    place.taken -= 1;
    if (place.taken === 0) places.delete(name);
  };

  return {
    enter: (name, signal) => {
      if (signal.aborted) return Promise.resolve(null);
      const place = places.get(name) ?? { taken: 0, waiting: [] };
      places.set(name, place);
      const release = (): void => leave(name, place);
      if (place.taken < atOnce) {
        place.taken += 1;
        return Promise.resolve(release);
      }
      return new Promise((resolve) => {
        const giveUp = (): void => {
          place.waiting.splice(place.waiting.indexOf(serve), 1);
          resolve(null);
        };
        // The place of the one that leaves is handed on, so it stays counted.
        const serve = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(release);
        };
        place.waiting.push(serve);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
