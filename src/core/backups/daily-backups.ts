import { access, constants, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '#config/config.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { limits } from '#contract/limits.ts';
import { writeBackup } from '#core/backups/write-backup.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { Db } from '#database/database.ts';
import { runEvery } from '#platform/run-every.ts';

export interface DailyBackupOptions extends Pick<CoreContext, 'database' | 'clock' | 'log'> {
  readonly secretKey: Buffer;
  /** 32 octets. */
  readonly publicKey: Buffer;
  /** It exists. */
  readonly folder: string;
  /** How many backups stay there. */
  readonly keep: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const oldestMs = limits.backupDays * dayMs;
/** After a fault, such as a full disk. */
const patienceMs = 60 * minuteMs;
/** What a transaction notes may be seen so much later than it says. */
const overlapMs = 5 * minuteMs;
const everyMs = minuteMs;

const namePattern = /^kauke-(\d{4}-\d\d-\d\d)\.kauke$/u;
/** Made by an upgrade: as old as a daily one at most. */
const beforePattern = /^kauke-(\d{4}-\d\d-\d\d)-before-[\d.]+\.kauke$/u;
/** What a program or an upgrade that was killed had begun. */
const partPattern = /^(?:kauke-[\d-]{10}(?:-before-[\d.]+)?|deletions)\.kauke\.[\da-f]{8}\.part$/u;

/** The daily ones in a folder, the newest first. `day`: its beginning, UTC, in milliseconds. */
export async function listBackups(folder: string): Promise<{ name: string; day: number }[]> {
  const found = (await readdir(folder)).flatMap((name) => {
    const day = Date.parse(namePattern.exec(name)?.[1] ?? '');
    return Number.isNaN(day) ? [] : [{ name, day }];
  });
  return found.toSorted((one, other) => other.day - one.day);
}

/** One process of this program at a time, on all machines: others have the same folder perhaps. */
async function takesTurn(db: Db, folder: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`kauke backups ${folder}`}, 0)) as taken`.execute(db);
  return rows[0]?.taken === true;
}

interface Round extends DailyBackupOptions {
  readonly signal: AbortSignal;
}

async function writeDaily({ clock, database, folder, log, publicKey, secretKey, signal }: Round): Promise<void> {
  const startedAtMs = clock.now();
  const name = `kauke-${new Date(startedAtMs).toISOString().slice(0, 10)}.kauke`;
  const isMissing = async (): Promise<boolean> => (await listBackups(folder)).every((backup) => backup.name !== name);
  if (!(await isMissing())) return;
  const isWanted = async (db: Db): Promise<boolean> => (await takesTurn(db, folder)) && isMissing();
  const place = { path: join(folder, name), publicKey, signal, isWanted };
  const counts = await writeBackup(database, { kind: 'backup', withMail: false, secretKey }, place);
  if (counts === null) return;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  log.info('backup.made', { rows, tookMs: clock.now() - startedAtMs });
}

/** Those of days to come are of a clock that was put back: they would be the newest for long. */
async function removeOld({ clock, folder, keep }: Round): Promise<void> {
  const now = clock.now();
  const made = await listBackups(folder);
  const good = made.filter(({ day }) => day >= now - oldestMs && day <= now + dayMs).slice(0, keep);
  for (const backup of made) if (!good.includes(backup)) await rm(join(folder, backup.name), { force: true });
  for (const name of await readdir(folder)) {
    const day = Date.parse(beforePattern.exec(name)?.[1] ?? '');
    if (day < now - oldestMs) await rm(join(folder, name), { force: true });
  }
  for (const name of (await readdir(folder)).filter((one) => partPattern.test(one))) {
    const begun = await stat(join(folder, name)).catch(() => null);
    if (begun !== null && begun.mtimeMs < now - dayMs) await rm(join(folder, name), { force: true });
  }
}

async function findNewestDeletion({ database }: Round): Promise<number> {
  const { rows } = await sql<{ newest: Date | null }>`
    select greatest((select max(deleted_at) from deletions), (select max(created_at) from tombstones),
      (select max(created_at) from stopped_addresses)) as newest`.execute(database.db);
  return rows[0]?.newest?.getTime() ?? 0;
}

/** Written anew, as a whole, while something in it may be new; by whichever process comes first in that minute. */
async function writeJournal(round: Round): Promise<void> {
  const { clock, database, folder, publicKey, signal } = round;
  const path = join(folder, 'deletions.kauke');
  const found = (await stat(path).catch(() => null))?.mtimeMs ?? -Infinity;
  // A clock that was put back says nothing of what was deleted since.
  const writtenAt = found > clock.now() + everyMs ? -Infinity : found;
  const isFresh = writtenAt > clock.now() - everyMs / 2;
  if (isFresh || (await findNewestDeletion(round)) < writtenAt - overlapMs) return;
  await writeBackup(
    database,
    { kind: 'deletions' },
    { path, publicKey, signal, isWanted: (db) => takesTurn(db, folder) },
  );
}

/**
 * Makes a backup each day, keeps some of them, and keeps the journal of deletions beside them: at once, then every minute.
 * It goes on after a fault; until then the log says so each hour.
 */
export function startDailyBackups(options: DailyBackupOptions): () => Promise<void> {
  const { clock, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let pauseUntilMs = 0;
  const work = async (): Promise<void> => {
    const pauseMs = pauseUntilMs - clock.now();
    if (pauseMs > 0 && pauseMs <= patienceMs) return;
    try {
      await writeDaily({ ...options, signal });
      await removeOld({ ...options, signal });
      await writeJournal({ ...options, signal });
    } catch (error) {
      if (signal.aborted) return;
      pauseUntilMs = clock.now() + patienceMs;
      log.error('backup.failed', error);
    }
  };
  const first = work();
  const stop = runEvery(
    everyMs,
    () => first.then(work),
    (error) => log.error('backup.failed', error),
  );
  return async () => {
    stopping.abort();
    await Promise.all([first, stop()]);
  };
}

/**
 * How to begin them, where the configuration asks for them.
 * @throws StartError when the folder is missing or cannot be written: it is not made, as it may be another disk's.
 */
export async function openDailyBackups(
  { backup: { folder, publicKey, keep }, roles }: Pick<Config, 'backup' | 'roles'>,
  core: CoreContext,
  secretKey: Buffer,
): Promise<() => () => Promise<void>> {
  if (folder === null || publicKey === null || !roles.has('worker')) return () => async () => {};
  await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new StartError(`BACKUP_DIR ${folder} cannot be written (${errorCode(error)}).`);
  });
  return () => startDailyBackups({ ...core, secretKey, folder, publicKey, keep });
}
