import type { Clock } from '#platform/clock.ts';
import { networkKey } from '#platform/ip.ts';
import { PlaceHolder } from '#platform/places/place-holder.ts';
import type { ClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
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

/** Connection limits: decides which connections are served. */
export interface ConnectionGate {
  /** A function that gives the place back, or `null` when there is none. */
  enter(listener: string, client: ClientKey): Promise<(() => void) | null>;
}

/** Bounds, at each listener, connections in all, and open and new ones of each client. */
export function createConnectionGate(accounts: Omit<ClientAccounts, 'heldBytes'>, clock: Clock): ConnectionGate {
  const all = new PlaceHolder(accounts.all, clock);
  const connections = new PlaceHolder(accounts.connections, clock);
  const arrivals = new PlaceHolder(accounts.arrivals, clock);
  const one = { places: 1 };
  return {
    enter: async (listener, client) => {
      if ((await all.obtain(listener, one)) === 0) return null;
      const leave = (): void => all.give(listener, 1);
      if (client === null) return leave;
      const key = `${listener} ${client}`;
      if ((await arrivals.obtain(key, one)) === 1 && (await connections.obtain(key, one)) === 1) {
        return () => {
          leave();
          connections.give(key, 1);
        };
      }
      leave();
      return null;
    },
  };
}

/** Tarpit: slows down those who try addresses until one exists. */
export interface RecipientTarpit {
  /** Counts a refused recipient; milliseconds to wait before answering it. */
  delayAfterRefusal(listener: string, client: ClientKey): Promise<number>;
}

const firstDelayMs = 250;

/** After `promptRefusals` in ten minutes each refusal takes twice as long as the one before, up to `maxTarpitMs`. */
export function createRecipientTarpit(
  limits: Pick<SmtpLimits, 'promptRefusals' | 'maxTarpitMs'>,
  { countRefusal }: Pick<ClientAccounts, 'countRefusal'>,
): RecipientTarpit {
  return {
    delayAfterRefusal: async (listener, client) => {
      const late = (await countRefusal(`${listener} ${client ?? 'this machine'}`)) - limits.promptRefusals;
      return late <= 0 ? 0 : Math.min(firstDelayMs * 2 ** (late - 1), limits.maxTarpitMs);
    },
  };
}
