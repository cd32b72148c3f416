import { sql } from 'kysely';
import type { AliasDeliveries } from '#contract/aliases.ts';

/** Tried this often in vain, a delivery is worth telling. */
const failingAttempts = 2;

const countMessages = sql<number>`count(distinct delivery.message_id)::int`;

/** Columns over `spool_deliveries as delivery`: messages that wait, each counted once however many inboxes it is for. */
export const deliveryCounts = [
  countMessages.as('waiting'),
  sql<number>`count(distinct delivery.message_id) filter (where delivery.attempts >= ${sql.lit(failingAttempts)})::int`.as(
    'failing',
  ),
  sql<Date | null>`min(delivery.next_attempt_at)`.as('nextAttemptAt'),
] as const;

/** Those columns as the wire shows them. */
export function showDeliveries(row: {
  readonly waiting: number;
  readonly failing: number;
  readonly nextAttemptAt: Date | null;
}): AliasDeliveries {
  return {
    waiting: row.waiting,
    failing: row.failing,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  };
}
