import { sql } from 'kysely';
import { retention } from '#contract/retention/retention.ts';
import type { CoreContext } from '#core/core-context.ts';

/** The month (UTC) of a moment as contacts have it: its first day, `YYYY-MM-DD`. `monthsBefore`: so many months earlier. */
export function contactMonth(nowMs: number, monthsBefore = 0): string {
  const now = new Date(nowMs);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBefore, 1));
  return month.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * Erases contacts that were not used in so many months. Who is blocked stays: their mail is dropped without
 * being looked at, and must not come through some day because of that.
 */
export async function removeUnusedContacts({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db
    .deleteFrom('contacts')
    .where('lastUsedMonth', '<', sql<Date>`${contactMonth(clock.now(), retention.contactMonths)}::date`)
    .where('blockedAt', 'is', null)
    .execute();
}
