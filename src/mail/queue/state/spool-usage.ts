import { sql } from 'kysely';
import type { Database } from '#database/database.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import type { SpoolRoom } from '#mail/queue/state/spool-room.ts';
import { waitingBytesSql } from '#mail/queue/state/spool-sql.ts';
import type { Clock } from '#platform/clock.ts';
import { lastingShare } from '#platform/fair-shares.ts';
import type { Metrics, QueueGauges } from '#platform/metrics.ts';

const standingStatement = {
  name: 'queue-gauges',
  text: `
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from spool_deliveries`,
};

/** How much waits, for whoever watches the program. @throws Error when the database does not answer. */
export async function readQueueGauges({ pool }: Database): Promise<QueueGauges> {
  const { rows } = await pool.query<{ waiting: number; oldest: number }>(standingStatement);
  const { waiting = 0, oldest = 0 } = rows[0] ?? {};
  return { spoolWaiting: waiting, spoolOldestSeconds: oldest, databaseConnections: pool.totalCount };
}

/** Why there is no room: `full`: the account has what it may have; `crowded`: others have so much that its share is used up. */
export type NoRoom = 'full' | 'crowded';

/** How much waits in the spool, so that one account or one dead destination cannot fill it, nor a few of them together. */
export interface SpoolUsage {
  /**
   * Counts a message of `bytes`, with its header blocks, for each account and returns the accounts that have no room for it; those are
   * not counted. Totals are read from the database every few seconds and kept up by what this process adds. In
   * all there is as much room as is set, or less, as far as the disk has less.
   */
  admit(userIds: ReadonlySet<string | null>, bytes: number): Promise<ReadonlyMap<string | null, NoRoom>>;
}

interface Total {
  messages: number;
  bytes: number;
}

async function readAllBytes({ db }: Database): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select ${sql.raw(waitingBytesSql)} as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

async function readTotals({ db }: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, Total>> {
  const { rows } = await sql<{ userId: string; messages: string; bytes: string }>`
    select user_id, count(*) as messages, sum(body_bytes + header_bytes) as bytes
    from (
      select d.user_id, d.message_id, sum(octet_length(sealed)) as header_bytes
      from (
        select distinct user_id, message_id, header_id from spool_deliveries
        where user_id = any(${userIds}::uuid[])) d
      join spool_headers h on h.id = d.header_id
      group by d.user_id, d.message_id) d
    join spool_messages m on m.id = d.message_id
    group by user_id`.execute(db);
  return new Map(
    rows.map(({ userId, messages, bytes }) => [userId, { messages: Number(messages), bytes: Number(bytes) }]),
  );
}

interface UsageParts {
  readonly database: Database;
  readonly limits: MailLimits;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'shareRefused'>;
  readonly room: SpoolRoom;
}

export function createSpoolUsage({ database, limits, clock, metrics, room }: UsageParts): SpoolUsage {
  const accounts = new Map<string, Total>();
  let allBytes = 0;
  let readAtMs = -Infinity;

  const read = async (userIds: ReadonlySet<string | null>): Promise<void> => {
    if (clock.now() - readAtMs >= limits.usageReadEveryMs) {
      allBytes = await readAllBytes(database);
      accounts.clear();
      readAtMs = clock.now();
    }
    const unread = [...userIds].filter((userId) => userId !== null).filter((userId) => !accounts.has(userId));
    if (unread.length === 0) return;
    const totals = await readTotals(database, unread);
    for (const userId of unread) accounts.set(userId, totals.get(userId) ?? { messages: 0, bytes: 0 });
  };

  /** Mail of ours, which nobody's share is for, has room as long as there is any. */
  const lackOf = (userId: string | null, bytes: number): NoRoom | null => {
    const usedBytes = allBytes + bytes;
    const maxBytes = Math.min(limits.spoolMaxBytes, allBytes + room.bytes);
    const total = userId === null ? undefined : accounts.get(userId);
    if (total !== undefined) {
      const wantedBytes = total.bytes + bytes;
      if (total.messages >= limits.accountMaxMessages || wantedBytes > limits.accountMaxBytes) return 'full';
      const share = Math.max(limits.accountLeastBytes, lastingShare(maxBytes, usedBytes));
      if (wantedBytes > share) return 'crowded';
    }
    return usedBytes > maxBytes ? 'crowded' : null;
  };

  const count = (userId: string | null, bytes: number): void => {
    const total = userId === null ? undefined : accounts.get(userId);
    if (total === undefined) return;
    total.messages += 1;
    total.bytes += bytes;
  };

  return {
    admit: async (userIds, bytes) => {
      await read(userIds);
      const refused = new Map<string | null, NoRoom>();
      for (const userId of userIds) {
        const lack = lackOf(userId, bytes);
        if (lack !== null) refused.set(userId, lack);
      }
      if (refused.size > 0) metrics.shareRefused('queue');
      if (refused.size < userIds.size) {
        allBytes += bytes;
        room.take(bytes);
      }
      for (const userId of userIds) if (!refused.has(userId)) count(userId, bytes);
      return refused;
    },
  };
}
