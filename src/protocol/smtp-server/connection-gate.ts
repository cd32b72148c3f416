import type { Clock } from '#platform/clock.ts';
import { createClientWindows } from '#protocol/smtp-server/client-windows.ts';
import type { ClientKey } from '#platform/ip-address.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** Decides which connections are served. */
export interface ConnectionGate {
  /** A function that gives the place back, or `null` when there is none. */
  enter(client: ClientKey): (() => void) | null;
}

type GateLimits = Pick<SmtpLimits, 'maxConnections' | 'maxConnectionsPerNetwork' | 'newConnectionsPerMinute'>;

const oneMinuteMs = 60_000;
const maxRememberedNetworks = 10_000;

/** Bounds connections in all, and open and new ones of each client. */
export function createConnectionGate(limits: GateLimits, clock: Clock): ConnectionGate {
  const openByClient = new Map<string, number>();
  const arrivals = createClientWindows(oneMinuteMs, maxRememberedNetworks, clock);
  let open = 0;

  const mayEnter = (client: ClientKey): boolean => {
    if (open >= limits.maxConnections) return false;
    if (client === null) return true;
    if (arrivals.count(client) > limits.newConnectionsPerMinute) return false;
    return (openByClient.get(client) ?? 0) < limits.maxConnectionsPerNetwork;
  };

  const add = (client: ClientKey, count: 1 | -1): void => {
    open += count;
    if (client === null) return;
    const now = (openByClient.get(client) ?? 0) + count;
    if (now > 0) openByClient.set(client, now);
    else openByClient.delete(client);
  };

  return {
    enter: (client) => {
      if (!mayEnter(client)) return null;
      add(client, 1);
      return () => add(client, -1);
    },
  };
}
