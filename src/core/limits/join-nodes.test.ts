import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { joinNodes } from '#core/limits/join-nodes.ts';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { systemClock } from '#platform/clock.ts';
import { PlaceHolder } from '#platform/places/place-holder.ts';
import { PlaceLedger } from '#platform/places/place-ledger.ts';
import { fixedPlaces } from '#platform/places/places.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { silentLog } from '#support/silent-log.ts';

let test: TestDatabase;
const started: (() => Promise<void>)[] = [];
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((leave) => leave()));
  await test.drop();
});

const times = { leaseMs: 1_500, beatMs: 50 };
const one = { places: 1 };

interface NodeOptions {
  readonly max?: number;
  readonly windowMs?: number | null;
  readonly database?: Database;
}

/** A program with one process, and one kind of places. */
async function startNode({ max = 10, windowMs = null, database = test.database }: NodeOptions = {}) {
  const rule = () => fixedPlaces(max);
  const options = { rule, block: 0, leaseBlock: () => 4, windowMs, remembered: 100, clock: systemClock };
  const ledger = new PlaceLedger(options);
  const parts = {
    database,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    ledgers: { test: ledger },
    times,
  };
  const node = await joinNodes(parts);
  started.push(node.leave);
  const holder = new PlaceHolder(ledger, systemClock);
  const obtain = async (places = 1): Promise<number> => holder.obtain('a', { places });
  return { holder, obtain, leave: node.leave };
}

/** Tries until it gets them. */
async function obtainAtLast(obtain: (places: number) => Promise<number>, places: number): Promise<number> {
  const startedAtMs = systemClock.now();
  while ((await obtain(places)) !== places) await pause(20);
  return systemClock.now() - startedAtMs;
}

async function countLeases(): Promise<number> {
  const { rows } = await sql<{ places: number }>`
    select coalesce(sum(places), 0)::int as places from place_leases`.execute(test.database.db);
  return rows[0]?.places ?? 0;
}

describe('programs on one database', () => {
  it('grant exactly as many places as there are to 10,000 who ask at once over three of them', async () => {
    const nodes = [await startNode({ max: 777 }), await startNode({ max: 777 }), await startNode({ max: 777 })];
    const got = await Promise.all(Array.from({ length: 10_000 }, async (_, index) => nodes[index % 3]?.obtain() ?? 0));
    expect(got.filter((places) => places === 1)).toHaveLength(777);
  });

  it('count uses of a window together', async () => {
    const options = { max: 50, windowMs: 60_000 };
    const nodes = [await startNode(options), await startNode(options), await startNode(options)];
    const got = await Promise.all(Array.from({ length: 600 }, async (_, index) => nodes[index % 3]?.obtain() ?? 0));
    expect(got.filter((places) => places === 1)).toHaveLength(50);
    expect(await nodes[0]?.obtain()).toBe(0);
  });

  it('ask nothing of it while there is only one', async () => {
    const node = await startNode();
    expect(await node.obtain(10)).toBe(10);
    expect(node.holder.obtain('b', one)).toBe(1);
    expect(await countLeases()).toBe(0);
  });

  it('know what the first has lent when a second comes, and give all back to who is left', async () => {
    const first = await startNode();
    expect(await first.obtain(7)).toBe(7);
    const second = await startNode();
    expect(await second.obtain(4)).toBe(0);
    await obtainAtLast(second.obtain, 3);
    expect(await first.obtain()).toBe(0);
    await second.leave();
    await obtainAtLast(first.obtain, 3);
    await expect.poll(countLeases).toBe(0);
  });

  it('keep at most a block of what they do not use, and none of what they have not used for a while', async () => {
    const [first, second] = [await startNode(), await startNode()];
    await obtainAtLast(first.obtain, 6);
    first.holder.give('a', 6);
    await obtainAtLast(second.obtain, 10);
    second.holder.give('a', 10);
    await expect.poll(countLeases).toBe(0);
  });

  it('have the places of one that died when its lease is over, not before', async () => {
    const dying = await connectDatabase(test.url, silentLog);
    const first = await startNode({ database: dying });
    const second = await startNode();
    await obtainAtLast(first.obtain, 8);
    await dying.pool.end();
    expect(await second.obtain(3)).toBe(0);
    expect(await obtainAtLast(second.obtain, 10)).toBeGreaterThan(500);
    expect(await first.obtain()).toBe(0);
  });
});
