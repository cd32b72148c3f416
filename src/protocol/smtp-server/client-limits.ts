import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import { networkKey } from '#platform/ip.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** What the limits of one client are counted under; `null`: a program on this machine, bound only by those of all. */
export type ClientKey = string | null;

/** The other end of a connection. */
export interface Peer {
  /** Plain, IPv4 unmapped; the client's behind a proxy. */
  readonly address: string;
  readonly key: ClientKey;
}

/**
 * Under what a connection from `address` is counted. Programs on this machine, such as a content filter, share one
 * address and are no strangers; what comes through a proxy is counted whatever its address.
 */
export function clientKey(address: string, proxied: boolean): ClientKey {
  return !proxied && (address === '127.0.0.1' || address === '::1') ? null : networkKey(address);
}

const maxRememberedClients = 10_000;

/** Counts events per client within a fixed time window, in bounded memory; the result includes the present event. */
function createClientWindows(windowMs: number, clock: Clock): { readonly count: (client: string) => number } {
  const windows = new BoundedMap<{ count: number }>({ max: maxRememberedClients, expiry: { clock, ttlMs: windowMs } });
  return {
    count: (client) => {
      const known = windows.get(client);
      if (known === undefined) windows.set(client, { count: 1 });
      else known.count += 1;
      return known?.count ?? 1;
    },
  };
}

/** Connection limits: decides which connections are served. */
export interface ConnectionGate {
  /** A function that gives the place back, or `null` when there is none. */
  enter(client: ClientKey): (() => void) | null;
}

type GateLimits = Pick<SmtpLimits, 'maxConnections' | 'maxConnectionsPerNetwork' | 'newConnectionsPerMinute'>;

const oneMinuteMs = 60_000;

/** Bounds connections in all, and open and new ones of each client. */
export function createConnectionGate(limits: GateLimits, clock: Clock): ConnectionGate {
  const openByClient = new Map<string, number>();
  const arrivals = createClientWindows(oneMinuteMs, clock);
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

/** Tarpit: slows down those who try addresses until one exists. */
export interface RecipientTarpit {
  /** Counts a refused recipient; milliseconds to wait before answering it. */
  delayAfterRefusal(client: ClientKey): number;
}

const refusalWindowMs = 10 * 60_000;
const firstDelayMs = 250;

/** After `promptRefusals` in ten minutes each refusal takes twice as long as the one before, up to `maxTarpitMs`. */
export function createRecipientTarpit(
  limits: Pick<SmtpLimits, 'promptRefusals' | 'maxTarpitMs'>,
  clock: Clock,
): RecipientTarpit {
  const refusals = createClientWindows(refusalWindowMs, clock);
  return {
    delayAfterRefusal: (client) => {
      const late = refusals.count(client ?? 'this machine') - limits.promptRefusals;
      return late <= 0 ? 0 : Math.min(firstDelayMs * 2 ** (late - 1), limits.maxTarpitMs);
    },
  };
}
