import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { reachDatabase, type CommandContext } from '#cli/database.ts';
import { launcherFile } from '#cli/release/release-facts.ts';
import { releaseFolder, type InstallPlace } from '#cli/release/install-place.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { foreseeMove } from '#database/embedded/init-cluster.ts';
import { tryMigrations } from '#database/migrate-database.ts';
import { readFreeSpace } from '#platform/disk-space.ts';

/** @throws StartError where the start could not move the data that it has to. */
async function findMove({ databaseUrl, dataDir }: CommandContext['config']): ReturnType<typeof foreseeMove> {
  if (databaseUrl !== null) return null;
  try {
    return await foreseeMove(dataDir, readFreeSpace);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The data in DATA_DIR ${dataDir} cannot be read (${errorCode(error)}).`);
  }
}

/**
 * `check`: whether this release could start here. The settings were read before; the migrations are run and taken back.
 * @throws StartError one clear line.
 */
export async function runCheck(context: CommandContext, version: string, print: (line: string) => void): Promise<void> {
  const move = await findMove(context.config);
  const { database, close } = await reachDatabase(context);
  try {
    const names = await tryMigrations(database);
    const next = names.length === 0 ? 'nothing is to be migrated' : `its start migrates ${names.join(', ')}`;
    const moves = move === null ? '' : `, and moves the data from PostgreSQL ${move.from} to ${move.to}`;
    print(`Kauke ${version} takes settings and database: ${next}${moves}.`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The migrations could not be tried (${errorCode(error)}).`);
  } finally {
    await close();
  }
}

/** Lets an installed release look at the settings and the database of this process. @returns what it says of them */
export function tryRelease(place: InstallPlace, version: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const launcher = join(releaseFolder(place, version), launcherFile);
    execFile(launcher, ['check'], (error, output, faults) => {
      if (error === null) return resolve(output.trim());
      const why = faults.trim().split('\n').at(-1) || errorCode(error);
      reject(new StartError(`Kauke ${version} would not start here, so nothing was changed: ${why}`));
    });
  });
}
