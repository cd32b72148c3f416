import type { Database } from '#database/database.ts';
import type { DiskReading } from '#database/embedded/cluster-disk.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import { waitingBytesSql } from '#mail/queue/state/spool-sql.ts';
import type { Log } from '#platform/log.ts';
import type { DiskGauges } from '#platform/metrics.ts';
import { runEvery } from '#platform/run-every.ts';

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
