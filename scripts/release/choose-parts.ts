import { dirname, join } from 'node:path/posix';
import type { ImportGraph } from '../house/import-graph.ts';

/** Where a released program begins: the service, the commands. */
const entries = ['src/cli/start.ts', 'src/cli/kauke.ts'];

/** What package-lock.json says of a package, by the folder it is installed in. */
export interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** A file that is read by its place in a package, not imported. */
const resolvedPattern = /import\.meta\.resolve\('((?:@[^/']+\/)?[^/']+)/gu;

/** The script of a thread or of another process, which is started and not imported. */
const startedPattern = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/gu;

/** Each is loaded where it is due, by the name of its file. */
const migrationPattern = /^src\/database\/migrations\/[\w-]+\.ts$/u;

/** Our files that are loaded when the program runs, and the packages that they name. */
export function followImports(graph: ImportGraph): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const follow = (path: string): void => {
    if (files.has(path)) return;
    const source = graph.get(path);
    if (source === undefined) {
      if (!path.startsWith('node:') && path !== 'package.json') packages.add(path);
      return;
    }
    files.add(path);
    for (const { target, isType } of source.imports) if (!isType) follow(target);
    for (const [, script = ''] of source.text.matchAll(startedPattern)) follow(join(dirname(path), script));
    for (const [, name = ''] of source.text.matchAll(resolvedPattern)) packages.add(name);
  };
  for (const entry of [...entries, ...[...graph.keys()].filter((path) => migrationPattern.test(path))]) follow(entry);
  return { files: [...files].toSorted(), packages: [...packages].toSorted() };
}

/** The folder in which `name` is found from `folder`, as Node.js looks for it; null: nowhere. */
function findInstalled(locked: LockedPackages, folder: string, name: string): string | null {
  for (let place = folder; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const found = join(place, 'node_modules', name);
    if (found in locked) return found;
    if (place === '') return null;
  }
}

/** The folders of these packages and of all that they need, as package-lock.json has them. */
export function followPackages(locked: LockedPackages, names: readonly string[]): string[] {
  const folders = new Set<string>();
  const follow = (from: string, name: string): void => {
    const folder = findInstalled(locked, from, name);
    if (folder === null || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = locked[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      follow(folder, needed);
  };
  for (const name of names) follow('', name);
  return [...folders].toSorted();
}

const licencePattern = /^(?:licen[cs]e|copying|notice)/iu;
/**
 * Sources and declarations for people and compilers (Node.js runs no TypeScript of packages), static libraries, headers, twins of
 * modules for pages, tests of a package.
 */
const needlessPatterns = [
  /\.(?:map|a|[cm]?ts|md|markdown|flow|min\.[cm]?js)$/u,
  /(?:^|\/)(?:include|pkgconfig|share\/(?:doc|man))\//u,
  /^node_modules\/(?:@[^/]+\/)?[^/]+\/(?:tests?|examples)\//u,
];

/** Whether the program needs this file of a package to run, or the package's licence asks for it. */
export function isNeeded(path: string): boolean {
  return (
    licencePattern.test(path.slice(path.lastIndexOf('/') + 1)) ||
    !needlessPatterns.some((pattern) => pattern.test(path))
  );
}
