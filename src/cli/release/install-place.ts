import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { sumsFile, versionPattern } from '#cli/release/release-facts.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { renameDurably } from '#database/write-secret-file.ts';
import { acquireFileLock, type FileLock } from '#platform/file-lock.ts';

/**
 * Where releases are installed: `releases/1.1.0/…`, and beside that folder the links `current` and `previous`, of which one
 * says what runs and the other what ran before.
 */
export interface InstallPlace {
  readonly folder: string;
}

const releasesFolder = 'releases';
const unfinishedPrefix = '.new-';

/** Where the release in a folder is installed; null: it is none. */
export function placeOfRelease(home: string): InstallPlace | null {
  const releases = dirname(home);
  const isInstalled = basename(releases) === releasesFolder && versionPattern.test(basename(home));
  return isInstalled ? { folder: dirname(releases) } : null;
}

/** `at`: a folder that was named; else the place that this program itself runs from. @throws StartError where it has none */
export async function findPlace(at: string | undefined): Promise<InstallPlace> {
  if (at !== undefined) {
    await mkdir(at, { recursive: true }).catch((error: unknown) => {
      throw new StartError(`${at} cannot be made (${errorCode(error)}).`);
    });
    return { folder: await realpath(at) };
  }
  const home = resolve(import.meta.dirname, '../../..');
  const place = placeOfRelease(home);
  if (place !== null) return place;
  throw new StartError(`${home} is not an installed release: name the folder to install into with --at.`);
}

export function releaseFolder({ folder }: InstallPlace, version: string): string {
  return join(folder, releasesFolder, version);
}

/** The release that a link names; null: it is not there. */
export async function readVersion({ folder }: InstallPlace, link: 'current' | 'previous'): Promise<string | null> {
  const target = await readlink(join(folder, link)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw new StartError(`${join(folder, link)} is not the link to a release (${errorCode(error)}).`);
  });
  return target === null ? null : basename(target);
}

/** In one move, and for good: whoever starts the program meanwhile gets one release or the other. null: the link goes. */
export async function pointTo(
  place: InstallPlace,
  link: 'current' | 'previous',
  version: string | null,
): Promise<void> {
  if (version === null) return rm(join(place.folder, link), { force: true });
  const fresh = join(place.folder, `.${link}-${randomUUID()}`);
  await symlink(join(releasesFolder, version), fresh);
  await renameDurably(fresh, join(place.folder, link));
}

/** Until it is released nobody else installs there. @throws StartError when somebody does */
export async function holdPlace({ folder }: InstallPlace): Promise<FileLock> {
  const hold = await acquireFileLock(join(folder, '.upgrade.lock')).catch((error: unknown) => {
    throw new StartError(`${folder} cannot be written (${errorCode(error)}).`);
  });
  if (hold === null) throw new StartError(`Another upgrade works in ${folder}: wait until it has ended.`);
  return hold;
}

/** A new and empty folder that a release is unpacked into; what an interrupted upgrade left is gone. */
export async function makeUnfinished(place: InstallPlace): Promise<string> {
  const releases = join(place.folder, releasesFolder);
  try {
    await mkdir(releases, { recursive: true });
    const left = (await readdir(releases)).filter((name) => name.startsWith(unfinishedPrefix));
    for (const name of left) await rm(join(releases, name), { recursive: true, force: true });
    const fresh = join(releases, `${unfinishedPrefix}${randomUUID()}`);
    await mkdir(fresh);
    return fresh;
  } catch (error) {
    throw new StartError(`${place.folder} cannot be written (${errorCode(error)}).`);
  }
}

/** Gives an unpacked release its name. One that is there already, and the same, stays: it may be what runs this command. */
export async function retainRelease(place: InstallPlace, fresh: string, version: string): Promise<void> {
  const folder = releaseFolder(place, version);
  const [present, unpacked] = await Promise.all(
    [folder, fresh].map((one) => readFile(join(one, sumsFile), 'latin1').catch(() => null)),
  );
  if (present === unpacked) return rm(fresh, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await renameDurably(fresh, folder);
}

/** Removes every release but the present one and the one before. */
export async function removeOthers(place: InstallPlace): Promise<void> {
  const kept: readonly (string | null)[] = [await readVersion(place, 'current'), await readVersion(place, 'previous')];
  for (const name of await readdir(join(place.folder, releasesFolder))) {
    if (!kept.includes(name)) await rm(join(place.folder, releasesFolder, name), { recursive: true, force: true });
  }
}

/** The names of the migrations that an installed release has: those of its files. */
export async function listMigrations(place: InstallPlace, version: string): Promise<string[]> {
  const folder = join(releaseFolder(place, version), 'src/database/migrations');
  const paths = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`${folder} cannot be read (${errorCode(error)}).`);
  });
  return paths.flatMap((path) => /(?:^|\/)(\d{4}-[\w-]+)\.ts$/u.exec(path)?.[1] ?? []);
}
