import type { Clock } from '#platform/clock.ts';

/** Counts events per client within a time window, in bounded memory. */
export interface ClientWindows {
  /** Counts one more and returns how many there were in the present window, this one included. */
  count(client: string): number;
}

interface Window {
  readonly startedAt: number;
  count: number;
}

/** At most `maxClients` are remembered: the longest known goes first, so a flood of clients costs memory to no one. */
export function createClientWindows(windowMs: number, maxClients: number, clock: Clock): ClientWindows {
  const windows = new Map<string, Window>();
  return {
    count: (client) => {
      const now = clock.now();
      const known = windows.get(client);
      if (known !== undefined && now - known.startedAt < windowMs) {
        known.count += 1;
        return known.count;
      }
      windows.delete(client);
      windows.set(client, { startedAt: now, count: 1 });
      if (windows.size > maxClients) windows.delete(windows.keys().next().value ?? '');
      return 1;
    },
  };
}
