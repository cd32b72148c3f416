import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { SendAddress } from '#config/config.ts';
import type { Database } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;

function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * Since when mail leaves from each address, as the begin of a day (UTC): what the setting says, else the day on which any
 * node used it first. While the database knows none at all, the first of each family counts as in use for long: mail went
 * from somewhere before.
 * @throws Error when the database does not answer.
 */
export async function readFirstDays(
  { clock, database: { db } }: { readonly clock: Clock; readonly database: Database },
  addresses: readonly SendAddress[],
  establishedAfterDays: number,
): Promise<ReadonlyMap<string, number>> {
  if (addresses.length === 0) return new Map();
  const known = await db.selectFrom('sendAddresses').select('address').limit(1).executeTakeFirst();
  const firsts = [false, true].map((six) => addresses.find(({ address }) => isIPv6(address) === six));
  const rows = addresses.map((one) => {
    const ageDays = known === undefined && firsts.includes(one) ? establishedAfterDays : 0;
    const sinceMs = one.since?.getTime() ?? clock.now() - ageDays * dayMs;
    return { address: one.address, since: sql<Date>`${dateText(sinceMs)}::date` };
  });
  // In one statement, so that workers that start at once find all of them or none.
  await db
    .insertInto('sendAddresses')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { address, since } of addresses) {
    if (since === null) continue;
    const day = sql<Date>`${dateText(since.getTime())}::date`;
    await db.updateTable('sendAddresses').set({ since: day }).where('address', '=', address).execute();
  }
  const kept = await db
    .selectFrom('sendAddresses')
    .select(['address', sql<string>`to_char(since, 'YYYY-MM-DD')`.as('day')])
    .where(
      'address',
      'in',
      addresses.map(({ address }) => address),
    )
    .execute();
  return new Map(kept.map(({ address, day }) => [address, Date.parse(day)]));
}
