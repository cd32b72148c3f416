import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { type DoctorContext, fault, ok, warning, type Finding } from '#cli/doctor/doctor-context.ts';
import { errorCode } from '#config/start-error.ts';
import { listBackups } from '#core/backups/daily-backups.ts';
import { readDueNotices } from '#core/notices/send-notices.ts';
import type { CoreContext } from '#core/core-context.ts';
import { checkJournal } from '#core/operator-journal.ts';
import type { Database } from '#database/database.ts';
import { readDisk } from '#database/embedded/cluster-disk.ts';
import { mailLimits } from '#mail/mail-limits.ts';
import type { FreeSpace } from '#platform/disk-space.ts';

const mebibyte = 1024 * 1024;
const maxClockGapMs = 30_000;
/** Of a delivery: beyond it mail is stuck. */
const maxDueAgeS = 900;

function mebibytes(bytes: number): string {
  return `${Math.max(0, Math.round(bytes / mebibyte))} MiB`;
}

/** Room for all mail that may wait, and for the database beside it. Of a database elsewhere nothing can be seen. */
export async function checkDisk({ config }: Pick<DoctorContext, 'config'>, freeSpace: FreeSpace): Promise<Finding> {
  try {
    const { freeBytes, reservedBytes, holdsMail } = await readDisk(config, freeSpace);
    const text = `${mebibytes(freeBytes)} free in DATA_DIR`;
    const keptFree = reservedBytes + mailLimits.diskMarginBytes;
    if (!holdsMail) return ok(`${text}; watch the disk of the database where it is`);
    const roomBytes = freeBytes - keptFree;
    if (roomBytes <= 0) {
      const todo = `Make room until well over ${mebibytes(keptFree)} are free: so much is kept for the database itself.`;
      return fault(`${text}: too little for mail that cannot be delivered at once`, todo);
    }
    if (roomBytes >= 2 * config.spoolMaxBytes) return ok(text);
    const need = mebibytes(2 * config.spoolMaxBytes);
    const todo = `Waiting mail gets ${mebibytes(roomBytes)} of the ${need} (twice SPOOL_MAX) that it may need: make room, or lower SPOOL_MAX.`;
    return warning(text, todo);
  } catch (error) {
    return fault(`DATA_DIR cannot be read (${errorCode(error)})`, 'Set DATA_DIR to a folder that this user owns.');
  }
}

/** Leases and schedules run on the database's clock, signatures on ours. */
export async function checkClock({ clock }: DoctorContext, { db }: Database): Promise<Finding> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const gapMs = Math.abs((rows[0]?.now.getTime() ?? 0) - clock.now());
  const text = `The clock is ${Math.round(gapMs / 1000)} s from that of the database`;
  return gapMs <= maxClockGapMs ? ok(text) : fault(text, 'Run a time service (NTP) on both machines.');
}

/** What operators did is written down for whoever comes after them. */
export async function checkOperatorLog(core: Pick<CoreContext, 'database' | 'keys'>): Promise<Finding> {
  const { total, brokenAt } = await checkJournal(core);
  if (brokenAt === null) return ok(`The list of operators' acts is whole: ${total} entries`);
  return fault(
    `The list of operators' acts was tampered with at entry ${brokenAt}`,
    'Somebody changed the database by hand: find out who could, and restore the list from a backup.',
  );
}

/** A worker that lives claims what is due within seconds, and writes the mail of notices. */
export async function checkSpool({ db }: Database): Promise<Finding> {
  const { rows } = await sql<{ waiting: number; overdueS: number; held: boolean }>`
    select count(*)::int as waiting, exists (select from delivery_hold) as held,
      coalesce(extract(epoch from max(now() - next_attempt_at) filter (where lease_until is null)), 0)::int as overdue_s
    from spool_deliveries`.execute(db);
  const { waiting = 0, held = false, overdueS: lateS = 0 } = rows[0] ?? {};
  const notices = await readDueNotices(db);
  const overdueS = Math.max(lateS, notices.overdueS);
  const text = `${waiting + notices.due} deliveries wait`;
  if (held) {
    return warning(
      `${text}, held since this database was restored`,
      'When the server it was backed up from is off for good, run: npm run kauke -- release-mail',
    );
  }
  if (overdueS <= maxDueAgeS) return ok(text);
  return fault(`${text}, the oldest due for ${overdueS} s`, 'No worker runs: start a node with the role worker.');
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the daily backups are made, where they are asked for. */
export async function checkBackups({ config: { backup }, clock }: DoctorContext): Promise<readonly Finding[]> {
  if (backup.folder === null) return [];
  const [newest] = await listBackups(backup.folder).catch(() => []);
  // One of yesterday is right until the first minutes of a day are over.
  if (newest !== undefined && clock.now() - newest.day < 2 * dayMs) return [ok(`The newest backup is ${newest.name}`)];
  const text = 'BACKUP_DIR holds no backup of today or yesterday';
  return [fault(text, 'Start a node with the role worker; if one runs, its log says why: backup.failed.')];
}

/** Whose the data is, that one runs the program. */
export async function checkUser({ config: { dataDir } }: DoctorContext): Promise<readonly Finding[]> {
  const owner = await stat(dataDir).catch(() => null);
  if (owner?.uid !== 0) return [];
  const todo = `Stop it, run: chown -R USER: ${dataDir}, and set RUN_AS=USER, a user of its own.`;
  return [warning('The program runs as root', todo)];
}
