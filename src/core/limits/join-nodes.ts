import { setTimeout as pause } from 'node:timers/promises';
import { createNodeRow } from '#core/limits/node-row.ts';
import { createPermitLeases, hashPermitKey, type ListedLease, type PermitLeases } from '#core/limits/permit-leases.ts';
import type { Database } from '#database/database.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { LeaseStore, LentPermits } from '#platform/permits/permits.ts';
import type { Random } from '#platform/random.ts';

/** How long a program counts as alive after it was last heard of. */
interface NodeTimes {
  readonly leaseMs: number;
  readonly beatMs: number;
}

const defaultNodeTimes: NodeTimes = { leaseMs: 10_000, beatMs: 2_000 };

const openPollMs = 200;
const leaveMs = 2_000;

/** A limit that programs share. */
export interface SharedPool {
  /** Where places are uses, how long each window is. */
  readonly windowMs: number | null;
  lendFrom(leaseStore: LeaseStore): LentPermits[];
  lendAll(): void;
  sweep(): void;
}

interface NodeParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly pools: Readonly<Record<string, SharedPool>>;
  readonly times?: NodeTimes;
}

const nothing: LeaseStore = {
  lease: async () => ({ permits: 0, endsAtMs: Infinity }),
  giveBack: () => {},
};

/** What a program leases for its pools, and lists where others must know of it. */
interface Listing {
  /** Settles when nothing that belongs to the list before is under way any more. */
  close(): Promise<void>;
  /** From now on the pools lease. @returns what they have lent. */
  open(): ListedLease[];
  /** What is listed may be wrong: it must be listed anew. */
  readonly isDoubtful: boolean;
}

function createListing(leases: PermitLeases, pools: readonly (readonly [kind: string, SharedPool])[]): Listing {
  const underWay = new Set<Promise<unknown>>();
  let current = 0;
  let isDoubtful = false;

  /** A call that nobody heard the end of may have been made or not. */
  const track = <Result>(work: Promise<Result>, otherwise: Result): Promise<Result> => {
    const tracked = work.catch(() => {
      isDoubtful = true;
      return otherwise;
    });
    underWay.add(tracked);
    void tracked.then(() => underWay.delete(tracked));
    return tracked;
  };

  const leaseStoreOf = (kind: string, windowMs: number | null): LeaseStore => {
    const own = current;
    const none = { permits: 0, endsAtMs: Infinity };
    return {
      lease: async (key, permits, max) => {
        if (own !== current) return none;
        return track(leases.lease({ keyHash: hashPermitKey(kind, key), permits, max, windowMs }), none);
      },
      giveBack: (key, permits) => {
        if (own === current) void track(leases.giveBack(hashPermitKey(kind, key), permits), undefined);
        else isDoubtful = true;
      },
    };
  };

  return {
    get isDoubtful() {
      return isDoubtful;
    },
    close: async () => {
      current += 1;
      await Promise.all(underWay);
    },
    open: () => {
      isDoubtful = false;
      return pools.flatMap(([kind, pool]) =>
        pool
          .lendFrom(leaseStoreOf(kind, pool.windowMs))
          .map(({ key, ...lent }) => ({ ...lent, keyHash: hashPermitKey(kind, key) })),
      );
    },
  };
}

/**
 * Makes this program one of those on its database (a lease, renewed by heartbeats). While it is the only one its limits are
 * its own and nothing is asked; from when another comes it lists what it has lent, and leases what it lends further. When
 * the database is silent for so long that others may take it for dead, it lends nothing more.
 * @throws Error when the database does not answer.
 */
export async function joinNodes(parts: NodeParts): Promise<{ leave(): Promise<void> }> {
  const { database, clock, random, log, times: { leaseMs, beatMs } = defaultNodeTimes } = parts;
  const pools = Object.entries(parts.pools);
  const nodeId = random.uuid();
  const row = createNodeRow(database, nodeId, leaseMs);
  const listing = createListing(createPermitLeases(database, nodeId, clock), pools);
  /** `alone`: every place is this program's. `shared`: leased ones are. `lapsed`: no longer known, none more is lent. */
  let standing: 'alone' | 'shared' | 'lapsed' = 'lapsed';
  let knownUntilMs = 0;

  const lapse = (): void => {
    standing = 'lapsed';
    for (const [, pool] of pools) pool.lendFrom(nothing);
  };

  const enter = async (): Promise<void> => {
    await listing.close();
    const isAlone = await row.enter(() => ({ lent: listing.open(), nowMs: clock.now() }));
    standing = isAlone ? 'alone' : 'shared';
    if (isAlone) for (const [, pool] of pools) pool.lendAll();
  };

  const beat = async (): Promise<void> => {
    const startedAtMs = clock.now();
    const { isAlive, hasOthers } = await row.renew();
    if (!isAlive || listing.isDoubtful || standing !== (hasOthers ? 'shared' : 'alone')) {
      await enter().catch((error: unknown) => {
        lapse();
        throw error;
      });
    }
    knownUntilMs = startedAtMs + leaseMs;
  };

  let beating: Promise<void> | null = null;
  const tick = (): void => {
    // Before others may believe that it is gone.
    if (standing !== 'lapsed' && clock.now() + beatMs >= knownUntilMs) lapse();
    for (const [, pool] of pools) pool.sweep();
    beating ??= beat()
      .catch((error: unknown) => log.warn('nodes.beat_failed', { reason: error instanceof Error ? error.name : '' }))
      .finally(() => (beating = null));
  };

  lapse();
  await beat();
  while (!(await row.isOpen())) await pause(openPollMs);
  const timer = setInterval(tick, beatMs).unref();
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await beating;
    await row.leave();
  };
  // Where the database is silent its lease runs out.
  return {
    leave: () =>
      answerInTime(
        end().catch(() => {}),
        leaveMs,
        undefined,
      ),
  };
}
