import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { joinNodes } from '#core/limits/join-nodes.ts';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { systemClock } from '#platform/clock.ts';
import { PermitClient } from '#platform/permits/permit-client.ts';
import { PermitPool } from '#platform/permits/permit-pool.ts';
import { fixedPermits } from '#platform/permits/permits.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { silentLog } from '#support/silent-log.ts';
import { startWait } from '#support/expect-after.ts';

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
const one = { permits: 1 };

interface NodeOptions {
  readonly max?: number;
  readonly windowMs?: number | null;
  readonly database?: Database;
}

/** A program with one process, and one kind of places. */
async function startNode({ max = 10, windowMs = null, database = test.database }: NodeOptions = {}) {
  const rule = () => fixedPermits(max);
  const options = { rule, block: 0, leaseBlock: () => 4, windowMs, remembered: 100, clock: systemClock };
  const pool = new PermitPool(options);
  const parts = {
    database,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    pools: { test: pool },
    times,
  };
  const node = await joinNodes(parts);
  started.push(node.leave);
  const holder = new PermitClient(pool, systemClock);
  const acquire = async (permits = 1): Promise<number> => holder.acquire('a', { permits });
  return { holder, acquire, leave: node.leave };
}

/** Tries until it gets them. */
async function acquireAtLast(acquire: (permits: number) => Promise<number>, permits: number): Promise<void> {
  while ((await acquire(permits)) !== permits) await pause(20);
}

async function countLeases(): Promise<number> {
  const { rows } = await sql<{ places: number }>`
    select coalesce(sum(places), 0)::int as places from place_leases`.execute(test.database.db);
  return rows[0]?.places ?? 0;
}

describe('programs on one database', () => {
  it('grant exactly as many places as there are to 10,000 who ask at once over three of them', async () => {
    const nodes = [await startNode({ max: 777 }), await startNode({ max: 777 }), await startNode({ max: 777 })];
    const got = await Promise.all(Array.from({ length: 10_000 }, async (_, index) => nodes[index % 3]?.acquire() ?? 0));
    expect(got.filter((places) => places === 1)).toHaveLength(777);
  });

  it('count uses of a window together', async () => {
    const options = { max: 50, windowMs: 60_000 };
    const nodes = [await startNode(options), await startNode(options), await startNode(options)];
    const got = await Promise.all(Array.from({ length: 600 }, async (_, index) => nodes[index % 3]?.acquire() ?? 0));
    expect(got.filter((places) => places === 1)).toHaveLength(50);
    expect(await nodes[0]?.acquire()).toBe(0);
  });

  it('ask nothing of it while there is only one', async () => {
    const node = await startNode();
    expect(await node.acquire(10)).toBe(10);
    expect(node.holder.acquire('b', one)).toBe(1);
    expect(await countLeases()).toBe(0);
  });

  it('know what the first has lent when a second comes, and give all back to who is left', async () => {
    const first = await startNode();
    expect(await first.acquire(7)).toBe(7);
    const second = await startNode();
    expect(await second.acquire(4)).toBe(0);
    await acquireAtLast(second.acquire, 3);
    expect(await first.acquire()).toBe(0);
    await second.leave();
    await acquireAtLast(first.acquire, 3);
    await expect.poll(countLeases).toBe(0);
  });

  it('keep at most a block of what they do not use, and none of what they have not used for a while', async () => {
    const [first, second] = [await startNode(), await startNode()];
    await acquireAtLast(first.acquire, 6);
    first.holder.release('a', 6);
    await acquireAtLast(second.acquire, 10);
    second.holder.release('a', 10);
    await expect.poll(countLeases).toBe(0);
  });

  it('have the places of one that died when its lease is over, not before', async () => {
    const dying = await connectDatabase(test.url, silentLog);
    const first = await startNode({ database: dying });
    const second = await startNode();
    await acquireAtLast(first.acquire, 8);
    // Within which its lease, renewed before, is not over.
    const isOver = startWait(500);
    await dying.pool.end();
    expect(await second.acquire(3)).toBe(0);
    await acquireAtLast(second.acquire, 10);
    expect(isOver()).toBe(true);
    expect(await first.acquire()).toBe(0);
  });
});
