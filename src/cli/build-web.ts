import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLanguage, languages, type Language } from '#contract/account/languages.ts';
import { policyDrawer } from '#contract/pages.ts';
import { scriptsFile } from './page-scripts.ts';

const sources = [
  'src/web/**/*.*',
  'extension/**/*.*',
  'src/contract/**/*.ts',
  'src/messages/**/*.*',
  'docs/*.md',
  'src/cli/one-language.ts',
  'src/cli/page-scripts.ts',
  'src/cli/prerender-pages.ts',
  'src/cli/render-guides.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const stampPath = 'dist/web/.stamp';

/** One hash over the names and contents of all that the built web app depends on. */
async function hashSources(root: string): Promise<string> {
  const paths: string[] = [];
  for await (const path of glob(sources, { cwd: root, exclude: ['**/*.test.*'] })) paths.push(path);
  const hash = createHash('sha256');
  for (const path of paths.sort()) {
    hash.update(`${path}\0`).update(
      createHash('sha256')
        .update(await readFile(join(root, path)))
        .digest(),
    );
  }
  return hash.digest('hex');
}

async function readStamp(root: string): Promise<string | null> {
  try {
    return await readFile(join(root, stampPath), 'utf8');
  } catch {
    return null;
  }
}

/**
 * Builds the web app into dist/web when what it is made of differs from the last build.
 * `build` must leave dist/web complete; the stamp is written after it, so a build that breaks off is made again.
 */
export async function buildWeb(root: string, build: () => Promise<void>): Promise<'built' | 'unchanged'> {
  const hash = await hashSources(root);
  if ((await readStamp(root)) === hash) return 'unchanged';
  await build();
  await mkdir(join(root, 'dist/web'), { recursive: true });
  await writeFile(join(root, stampPath), hash);
  return 'built';
}

/** Moves what was built of one more language beside the first: its pages into a folder of their own, and the assets that differ. */
export async function addLanguage(root: string, language: Language): Promise<void> {
  const [from, to] = [join(root, 'dist/languages', language), join(root, 'dist/web')];
  // A name tells of the content: what is there already is the same.
  await cp(join(from, 'assets'), join(to, 'assets'), { recursive: true, force: false });
  await mkdir(join(to, language), { recursive: true });
  const pages = (await readdir(from)).filter(
    (name) => name.endsWith('.html') || name === scriptsFile || name === policyDrawer,
  );
  await Promise.all(pages.map((name) => cp(join(from, name), join(to, language, name))));
  await rm(from, { recursive: true });
}

/** Builds the pages of each language, and the browser extension. */
export async function buildWithVite(root: string): Promise<void> {
  // Loaded only when needed: it takes longer to load than the comparison.
  const { build } = await import('vite');
  const buildOne = (mode: Language) => build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', mode });
  await buildOne(defaultLanguage);
  // What they share with the first is packed by now.
  const others = languages.filter((language) => language !== defaultLanguage);
  await Promise.all(others.map(buildOne));
  for (const language of others) await addLanguage(root, language);
  // Leaves its archives beside them.
  await build({ configFile: join(root, 'extension/vite.config.ts'), logLevel: 'warn' });
}
