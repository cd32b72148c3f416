import { setTimeout as pause } from 'node:timers/promises';
import { createNodeRow } from '#core/limits/node-row.ts';
import { createPlaceLeases, hashPlaceKey, type ListedLease, type PlaceLeases } from '#core/limits/place-leases.ts';
import type { Database } from '#database/database.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Lessor, LentPlaces } from '#platform/places/places.ts';
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
export interface SharedLedger {
  /** Where places are uses, how long each window is. */
  readonly windowMs: number | null;
  lendFrom(lessor: Lessor): LentPlaces[];
  lendAll(): void;
  sweep(): void;
}

interface NodeParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ledgers: Readonly<Record<string, SharedLedger>>;
  readonly times?: NodeTimes;
}

const nothing: Lessor = {
  lease: async () => ({ places: 0, endsAtMs: Infinity }),
  giveBack: () => {},
};

/** What a program leases for its ledgers, and lists where others must know of it. */
interface Listing {
  /** Settles when nothing that belongs to the list before is under way any more. */
  close(): Promise<void>;
  /** From now on the ledgers lease. @returns what they have lent. */
  open(): ListedLease[];
  /** What is listed may be wrong: it must be listed anew. */
  readonly isDoubtful: boolean;
}

function createListing(leases: PlaceLeases, ledgers: readonly (readonly [kind: string, SharedLedger])[]): Listing {
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

  const lessorOf = (kind: string, windowMs: number | null): Lessor => {
    const own = current;
    const none = { places: 0, endsAtMs: Infinity };
    return {
      lease: async (key, places, max) => {
        if (own !== current) return none;
        return track(leases.lease({ keyHash: hashPlaceKey(kind, key), places, max, windowMs }), none);
      },
      giveBack: (key, places) => {
        if (own === current) void track(leases.giveBack(hashPlaceKey(kind, key), places), undefined);
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
      return ledgers.flatMap(([kind, ledger]) =>
        ledger
          .lendFrom(lessorOf(kind, ledger.windowMs))
          .map(({ key, ...lent }) => ({ ...lent, keyHash: hashPlaceKey(kind, key) })),
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
  const ledgers = Object.entries(parts.ledgers);
  const nodeId = random.uuid();
  const row = createNodeRow(database, nodeId, leaseMs);
  const listing = createListing(createPlaceLeases(database, nodeId, clock), ledgers);
  /** `alone`: every place is this program's. `shared`: leased ones are. `lapsed`: no longer known, none more is lent. */
  let standing: 'alone' | 'shared' | 'lapsed' = 'lapsed';
  let knownUntilMs = 0;

  const lapse = (): void => {
    standing = 'lapsed';
    for (const [, ledger] of ledgers) ledger.lendFrom(nothing);
  };

  const enter = async (): Promise<void> => {
    await listing.close();
    const isAlone = await row.enter(() => ({ lent: listing.open(), nowMs: clock.now() }));
    standing = isAlone ? 'alone' : 'shared';
    if (isAlone) for (const [, ledger] of ledgers) ledger.lendAll();
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
    for (const [, ledger] of ledgers) ledger.sweep();
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
