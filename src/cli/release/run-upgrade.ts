import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseWords, runBackup } from '#cli/backup/run-backup.ts';
import { reachDatabase, type DomainCommandContext } from '#cli/database.ts';
import { exchangeRelease } from '#cli/release/exchange-release.ts';
import {
  findPlace,
  holdPlace,
  retainRelease,
  listMigrations,
  makeUnfinished,
  pointTo,
  readVersion,
  releaseFolder,
  removeOthers,
  type InstallPlace,
} from '#cli/release/install-place.ts';
import { findMove, findProgram, type ProgramWatch } from '#cli/release/installed-program.ts';
import { compareVersions, launcherFile, type ReleaseFacts } from '#cli/release/release-facts.ts';
import { tryRelease } from '#cli/release/try-release.ts';
import { unpackRelease } from '#cli/release/unpack-release.ts';
import { verifyArchive } from '#cli/release/verify-archive.ts';
import { StartError } from '#config/start-error.ts';
import { setMigrationsAside } from '#database/migrate-database.ts';

type Print = (line: string) => void;

export type UpgradeContext = DomainCommandContext & Pick<ProgramWatch, 'patienceMs' | 'moveMs'>;

const platform = `${process.platform}-${process.arch}`;

/** @throws StartError for one that is not for this machine, or not newer than what runs */
function checkFits(path: string, { version, platform: made }: ReleaseFacts, current: string | null): void {
  if (made !== platform) throw new StartError(`${path} is for ${made}, and this machine is ${platform}.`);
  if (current === null || compareVersions(version, current) > 0) return;
  throw new StartError(
    compareVersions(version, current) === 0
      ? `${path} is Kauke ${version}, which is installed already.`
      : `${path} is Kauke ${version}, older than ${current} that is installed: upgrade --back leads to the release before.`,
  );
}

/** Unpacks what was verified, and lets it read the settings and try its migrations. */
async function install(place: InstallPlace, path: string, current: string | null): Promise<ReleaseFacts> {
  const fresh = await makeUnfinished(place);
  try {
    const facts = await unpackRelease(path, fresh);
    checkFits(path, facts, current);
    await retainRelease(place, fresh, facts.version);
    return facts;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function hasDatabase({ databaseUrl, dataDir }: DomainCommandContext['config']): boolean {
  return databaseUrl !== null || existsSync(join(dataDir, 'postgres'));
}

/** Beside the daily backups where there are any, which are removed when they are too old as this one is. */
async function backUp(context: UpgradeContext, place: InstallPlace, version: string, print: Print): Promise<void> {
  const { config, clock } = context;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const path = join(config.backup.folder ?? place.folder, `kauke-${day}-before-${version}.kauke`);
  // Of an upgrade that was tried before on this day.
  await runBackup(context, [path], print, true);
  if (config.backup.folder === null) print('Remove it within 30 days: later it would bring back what people deleted.');
}

/** An earlier release starts on the database as a later one has left it. A program that is about to end may hold it still. */
async function openToEarlier(context: UpgradeContext, place: InstallPlace, version: string): Promise<void> {
  const known = await listMigrations(place, version);
  for (let tries = 10; ; tries -= 1) {
    try {
      const { database, close } = await reachDatabase(context);
      try {
        await setMigrationsAside(database, known);
        return;
      } finally {
        await close();
      }
    } catch (error) {
      if (tries === 0) throw error;
      await pause(1_000);
    }
  }
}

async function goBack(context: UpgradeContext, watch: ProgramWatch, print: Print): Promise<void> {
  const { place } = watch;
  const [current, previous] = [await readVersion(place, 'current'), await readVersion(place, 'previous')];
  if (current === null || previous === null || !existsSync(releaseFolder(place, previous))) {
    throw new StartError(`${place.folder} holds no release before the present one.`);
  }
  if (compareVersions(previous, current) > 0) throw new StartError(`${place.folder} is back at ${current} already.`);
  const prepare = (): Promise<void> => openToEarlier(context, place, previous);
  // The later release finds by itself what was set aside.
  await exchangeRelease(watch, { from: current, to: previous }, { prepare, undo: async () => {} });
  print(`Kauke ${previous} is in place again. Nothing was taken out of the database.`);
}

/** @throws StartError where the program works on neither the old data nor the new. */
async function refuseWhileMoving(watch: ProgramWatch): Promise<void> {
  const program = await findProgram(watch.place);
  const move = program === null ? null : await findMove(watch, program.pid);
  if (program === null || move === null) return;
  throw new StartError(
    `Kauke ${program.version} moves its data from PostgreSQL ${move.from} to ${move.to}: wait until it is ready.`,
  );
}

/**
 * `upgrade ARCHIVE [--at FOLDER] [--without-backup]`: verifies an archive, unpacks it beside what runs, lets it try settings
 * and migrations, backs up, moves `current` to it and waits until it is ready; else all is as before. `upgrade --back`: to the
 * release before, on the same database.
 * @throws StartError one clear line.
 */
export async function runUpgrade(context: UpgradeContext, words: readonly string[], print: Print): Promise<void> {
  const { config } = context;
  const { values, positionals } = parseWords(words, {
    at: { type: 'string' },
    back: { type: 'boolean' },
    'without-backup': { type: 'boolean' },
  });
  const [path] = positionals;
  if ((path === undefined) === (values.back !== true)) throw new StartError('Name an archive, or say --back.');
  if (config.httpPort === 0)
    throw new StartError('HTTP_PORT is 0, any free port: set it, so that readiness can be asked.');
  const place = await findPlace(values.at);
  const watch = { ...context, place, print };
  const hold = await holdPlace(place);
  try {
    await refuseWhileMoving(watch);
    if (path === undefined) await goBack(context, watch, print);
    else await goForward(context, watch, { path, withBackup: values['without-backup'] !== true }, print);
  } finally {
    hold.release();
  }
}

interface Wish {
  readonly path: string;
  readonly withBackup: boolean;
}

async function goForward(context: UpgradeContext, watch: ProgramWatch, wish: Wish, print: Print): Promise<void> {
  const { place } = watch;
  const { releasePublicKey } = context.config;
  await verifyArchive(wish.path, releasePublicKey);
  print(releasePublicKey === null ? 'Its sum is right; RELEASE_PUBLIC_KEY is not set.' : 'Its signature is right.');
  const current = await readVersion(place, 'current');
  const { version } = await install(place, wish.path, current);
  try {
    if (hasDatabase(context.config)) {
      print(await tryRelease(place, version));
      if (wish.withBackup) await backUp(context, place, version, print);
    }
    if (current === null) {
      await pointTo(place, 'current', version);
      return print(`Kauke ${version} is installed: ${join(place.folder, 'current', launcherFile)} runs it.`);
    }
    const undo = (): Promise<void> => openToEarlier(context, place, current);
    await exchangeRelease(watch, { from: current, to: version }, { prepare: async () => {}, undo });
    print(`Kauke ${version} is in place. upgrade --back leads to ${current} again.`);
  } finally {
    await removeOthers(place);
  }
}
