import type { Clock } from '#platform/clock.ts';
import { createClientWindows } from '#mail/smtp/client-windows.ts';
import { isThisMachine, networkOf } from '#mail/smtp/ip-address.ts';
import type { MxLimits } from '#mail/smtp/mx-limits.ts';

/** Decides which connections are served. */
export interface ConnectionGate {
  /** A function that gives the place back, or `null` when there is none. */
  enter(remoteAddress: string): (() => void) | null;
}

type GateLimits = Pick<MxLimits, 'maxConnections' | 'maxConnectionsPerNetwork' | 'newConnectionsPerMinute'>;

const oneMinuteMs = 60_000;
const maxRememberedNetworks = 10_000;

/** Bounds connections in all, and open and new ones per client network; the latter two not for this machine itself. */
export const createConnectionGate = (limits: GateLimits, clock: Clock): ConnectionGate => {
  const openByNetwork = new Map<string, number>();
  const arrivals = createClientWindows(oneMinuteMs, maxRememberedNetworks, clock);
  let open = 0;

  const mayEnter = (network: string, remoteAddress: string): boolean => {
    if (open >= limits.maxConnections) return false;
    if (isThisMachine(remoteAddress)) return true;
    if (arrivals.count(network) > limits.newConnectionsPerMinute) return false;
    return (openByNetwork.get(network) ?? 0) < limits.maxConnectionsPerNetwork;
  };

  return {
    enter: (remoteAddress) => {
      const network = networkOf(remoteAddress);
      if (!mayEnter(network, remoteAddress)) return null;
      open += 1;
      openByNetwork.set(network, (openByNetwork.get(network) ?? 0) + 1);
      return () => {
        open -= 1;
        const left = (openByNetwork.get(network) ?? 1) - 1;
        if (left > 0) openByNetwork.set(network, left);
        else openByNetwork.delete(network);
      };
    },
  };
};
