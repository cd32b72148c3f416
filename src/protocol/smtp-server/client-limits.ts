import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import { PermitClient } from '#platform/permits/permit-client.ts';
import type { ClientAccounts } from '#protocol/smtp-server/client-accounts.ts';
import { timesOf } from '#protocol/smtp-server/client-networks.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** Connection limits: decides which connections are served. */
export interface ConnectionGate {
  /**
   * A function that gives the place back, or `null` when there is none. `makeRoom` is called when the listener has no place
   * left; true: somebody gave way.
   */
  enter(listener: string, networks: readonly string[], makeRoom: () => Promise<boolean>): Promise<(() => void) | null>;
  /** The places of a listener have run out. */
  isFull(listener: string): boolean;
}

/** Bounds, at each listener, connections in all, and open and new ones of each network around a client. */
export function createConnectionGate(
  accounts: Omit<ClientAccounts, 'heldBytes'>,
  clock: Clock,
  metrics: Pick<Metrics, 'shareRefused'>,
): ConnectionGate {
  const all = new PermitClient(accounts.all, clock);
  const connections = new PermitClient(accounts.connections, clock);
  const arrivals = new PermitClient(accounts.arrivals, clock);
  const one = { permits: 1 };
  return {
    enter: async (listener, networks, makeRoom) => {
      const keys = networks.map((network) => `${listener} ${network}`);
      if (!(await arrivals.acquireEach(keys, 1)) || !(await connections.acquireEach(keys, 1))) {
        metrics.shareRefused('connections');
        return null;
      }
      const hasPlace =
        (await all.acquire(listener, one)) === 1 || ((await makeRoom()) && (await all.acquire(listener, one)) === 1);
      if (!hasPlace) {
        connections.releaseEach(keys, 1);
        return null;
      }
      return () => {
        all.release(listener, 1);
        connections.releaseEach(keys, 1);
      };
    },
    isFull: (listener) => all.isShort(listener),
  };
}

/** Tarpit: slows down those who try addresses until one exists. */
export interface RecipientTarpit {
  /** Counts a refused recipient; milliseconds to wait before answering it. */
  delayAfterRefusal(listener: string, networks: readonly string[]): Promise<number>;
}

const firstDelayMs = 250;

/**
 * After `promptRefusals` in ten minutes, for wider networks so many more, each refusal takes twice as long as the one
 * before, up to `maxTarpitMs`.
 */
export function createRecipientTarpit(
  limits: Pick<SmtpLimits, 'promptRefusals' | 'maxTarpitMs'>,
  { countRefusals }: Pick<ClientAccounts, 'countRefusals'>,
): RecipientTarpit {
  return {
    delayAfterRefusal: async (listener, networks) => {
      const keys = (networks.length > 0 ? networks : ['this machine']).map((network) => `${listener} ${network}`);
      const counts = await countRefusals(keys);
      const late = Math.max(...keys.map((key, index) => (counts[index] ?? 0) - limits.promptRefusals * timesOf(key)));
      return late <= 0 ? 0 : Math.min(firstDelayMs * 2 ** (late - 1), limits.maxTarpitMs);
    },
  };
}
