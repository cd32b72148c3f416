import { sql } from 'kysely';
import type { Database } from '#database/database.ts';
import type { DiskReading } from '#database/embedded/cluster-disk.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
import type { Log } from '#platform/log.ts';
import { runEvery } from '#platform/run-every.ts';
import type { Clock } from '#platform/clock.ts';
import { decayingShare } from '#platform/fair-sharing.ts';
import type { DiskGauges, Metrics, QueueGauges } from '#platform/metrics.ts';

/** Octets of all mail that waits, headers and bodies, and of mail that is held. */
const waitingBytesSql = `((select coalesce(sum(body_bytes), 0) from spool_messages) +
  (select coalesce(sum(octet_length(sealed)), 0) from spool_headers) +
  (select coalesce(sum(bytes), 0) from held_mail))`;

/** How much more mail the disk takes. */
export interface SpoolRoom {
  /** Octets that may still be stored; Infinity: they go to a disk that nobody here sees. */
  readonly bytes: number;
  /** Counts what is about to be stored: the disk shows it a moment later. */
  take(bytes: number): void;
}

/** The same, looked at again and again. */
export interface WatchedRoom extends SpoolRoom {
  readonly gauges: DiskGauges;
  close(): Promise<void>;
}

interface RoomParts {
  readonly database: Database;
  readonly limits: Pick<MailLimits, 'diskMarginBytes' | 'diskReadEveryMs'>;
  readonly log: Log;
  /** How the disk stands now. */
  readonly readDisk: () => Promise<DiskReading>;
}

const mebibyte = 1024 * 1024;

/** An octet of small mail takes so many on disk, with row headers and indexes. */
const storedFactor = 2;

const spareStatement = {
  name: 'spool-spare',
  text: `
    select pg_total_relation_size('spool_chunks') + pg_total_relation_size('spool_headers') +
      pg_total_relation_size('held_chunks') - ${waitingBytesSql} as bytes`,
};

/** What the queue's tables hold beyond the mail in them, which is written again before they grow. */
async function readSpareBytes({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(spareStatement);
  return Math.max(0, Number(rows[0]?.bytes ?? 0));
}

/**
 * Octets that the queue may still take on disk. It grows no further than to the margin above the reserve; what its tables
 * have to spare may be used below that, too, but no more of it than is free: a vacuum may not have got there yet.
 */
async function readUsableBytes(
  { database, limits: { diskMarginBytes } }: RoomParts,
  { freeBytes, reservedBytes, holdsMail }: DiskReading,
): Promise<number> {
  const aboveReserve = Math.max(0, freeBytes - reservedBytes);
  const toGrow = aboveReserve - diskMarginBytes;
  // The tables are asked only where it decides: a disk with room costs no query.
  if (!holdsMail || aboveReserve === 0 || toGrow >= diskMarginBytes) return Math.max(0, toGrow);
  const spare = await readSpareBytes(database).catch(() => 0);
  return Math.min(aboveReserve, Math.max(0, toGrow + spare));
}

/**
 * Watches the disk, so that mail which must wait is put off (`452 4.3.1`, RFC 3463 §3.4) before PostgreSQL meets a full one.
 * Mail that is taken while its sender waits needs no room, and goes on. @throws Error when the disk cannot be read.
 */
export async function openSpoolRoom(parts: RoomParts): Promise<WatchedRoom> {
  const { limits, log, readDisk } = parts;
  // It begins where a large message may find no room, and is over when there is room for several.
  const [shortBytes, enoughBytes] = [limits.diskMarginBytes / 4, limits.diskMarginBytes / 2];
  let reading = await readDisk();
  let usableBytes = await readUsableBytes(parts, reading);
  let isShort = false;
  let isBlind = false;
  /** Taken since the last reading, and since the one before: of both the disk may not show all. */
  let [taken, takenBefore] = [0, 0];

  const judge = (): void => {
    const wasShort = isShort;
    isShort = usableBytes < (wasShort ? enoughBytes : shortBytes);
    const { freeBytes, holdsMail } = reading;
    const fields = { freeMebibytes: Math.floor(freeBytes / mebibyte), storing: !isShort || !holdsMail };
    if (isShort && !wasShort) log.warn('disk.short', fields);
    if (wasShort && !isShort) log.info('disk.enough', fields);
  };
  const look = async (): Promise<void> => {
    const now = await readDisk();
    usableBytes = await readUsableBytes(parts, now);
    reading = now;
    [taken, takenBefore] = [0, taken];
    isBlind = false;
    judge();
  };

  judge();
  const close = runEvery(limits.diskReadEveryMs, look, (error) => {
    if (!isBlind) log.error('disk.unreadable', error);
    isBlind = true;
  });
  return {
    get bytes() {
      if (!reading.holdsMail) return Infinity;
      return isShort ? 0 : Math.max(0, usableBytes / storedFactor - taken - takenBefore);
    },
    get gauges() {
      return { diskFreeBytes: reading.freeBytes, storing: !isShort || !reading.holdsMail };
    },
    take: (bytes) => {
      taken += bytes;
    },
    close,
  };
}

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
      const share = Math.max(limits.accountLeastBytes, decayingShare(maxBytes, usedBytes));
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
