import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import { PermitPool } from '#platform/permits/permit-pool.ts';
import { timesOf } from '#protocol/smtp-server/client-networks.ts';
import { fixedPermits, type PermitSource } from '#platform/permits/permits.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

const maxRememberedClients = 10_000;

const mebibyte = 1024 * 1024;
const oneMinuteMs = 60_000;
const refusalWindowMs = 10 * oneMinuteMs;

/** What each process, and each program beside others, keeps unused of a limit, so that it need not ask each time. */
export const clientBlocks = { all: 16, connections: 4, arrivals: 8, heldBytes: mebibyte } as const;

/** The kinds of places that clients take: connections of a listener in all, those of a network, new ones, octets in hand. */
export type ClientPermitKind = keyof typeof clientBlocks;

/** Where the limits of clients are kept, for all processes of a program. */
export interface ClientAccounts extends Readonly<Record<ClientPermitKind, PermitSource>> {
  /** Counts a refused recipient for each key; how many there were, with this one. */
  countRefusals(keys: readonly string[]): readonly number[] | Promise<readonly number[]>;
  /** What a network is called where others may read it. */
  nameOf(network: string): string;
}

type SharedLimits = Pick<
  SmtpLimits,
  'maxConnections' | 'maxConnectionsPerNetwork' | 'newConnectionsPerMinute' | 'maxHeldBytesPerNetwork'
>;

/** The larger a network, the more it may have. `blocks`: what each process keeps unused; nothing where it is the only one. */
export function createClientPools(
  limits: SharedLimits,
  clock: Clock,
  blocks?: Readonly<Record<ClientPermitKind, number>>,
): Readonly<Record<ClientPermitKind, PermitPool>> {
  const make = (kind: ClientPermitKind, max: number, windowMs: number | null = null): PermitPool => {
    const remembered = windowMs === null ? Infinity : maxRememberedClients;
    const block = blocks?.[kind] ?? 0;
    const leaseBlock = () => clientBlocks[kind];
    const rule = (key: string) => fixedPermits(max * timesOf(key));
    return new PermitPool({ rule, block, leaseBlock, windowMs, remembered, clock });
  };
  return {
    all: make('all', limits.maxConnections),
    connections: make('connections', limits.maxConnectionsPerNetwork),
    arrivals: make('arrivals', limits.newConnectionsPerMinute, oneMinuteMs),
    heldBytes: make('heldBytes', limits.maxHeldBytesPerNetwork),
  };
}

/** Counts refused recipients of each key within a fixed time window, in bounded memory, with the present one. */
export function createRefusalCounter(clock: Clock): (keys: readonly string[]) => readonly number[] {
  const expiry = { clock, ttlMs: refusalWindowMs };
  // However many narrow networks come by, the wide ones around them are remembered.
  const evict = 'least-recently-used' as const;
  const windows = new BoundedMap<{ count: number }>({ max: maxRememberedClients, expiry, evict });
  return (keys) =>
    keys.map((key) => {
      const known = windows.get(key);
      if (known === undefined) windows.set(key, { count: 1 });
      else known.count += 1;
      return known?.count ?? 1;
    });
}

/** The accounts of a program that is one process. */
export function createOwnClientAccounts(limits: SharedLimits, clock: Clock): ClientAccounts {
  const pools = createClientPools(limits, clock);
  return { ...pools, countRefusals: createRefusalCounter(clock), nameOf: (network) => network };
}
