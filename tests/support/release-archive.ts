import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ReleaseFacts } from '#cli/release/release-facts.ts';
import { packFiles, writeArchive } from '../../scripts/release/make-release.ts';
import { makeTar, type ArchiveFile } from '../../scripts/release/tar.ts';

export type { ArchiveFile };

const repository = resolve(import.meta.dirname, '../..');

export function factsOf(version: string, changed: Partial<ReleaseFacts> = {}): ReleaseFacts {
  const platform = `${process.platform}-${process.arch}`;
  return { name: 'kauke', version, commit: 'c'.repeat(40), date: '2026-11-23T00:00:00.000Z', platform, ...changed };
}

export function file(path: string, text: string, executable = false): ArchiveFile {
  return { path, executable, content: Buffer.from(text) };
}

/**
 * A small archive whose program is this checkout's: its launcher starts it, with the command line that a release of this
 * version has. `start`: what it runs instead.
 */
export function programFiles(
  version: string,
  start = `await import('${repository}/src/cli/start.ts');\n`,
): ArchiveFile[] {
  const launcher = `#!/bin/sh
set -eu
home=$(dirname "$(readlink -f "$0")")
if [ "\${1-}" = start ]; then
  exec '${process.execPath}' "$home/src/cli/start.ts"
fi
exec '${process.execPath}' '${repository}/src/cli/kauke.ts' "$@"
`;
  return [
    file('kauke', launcher, true),
    file('src/cli/start.ts', start),
    file('src/database/migrations/0001-foundation.ts', ''),
    file('release.json', JSON.stringify(factsOf(version))),
  ];
}

/** Writes an archive with its sum, and with a key its signature. @returns its path */
export async function makeArchive(
  folder: string,
  version: string,
  files: readonly ArchiveFile[],
  keyFile: string | null = null,
): Promise<string> {
  const path = join(folder, `kauke-${version}.tar.gz`);
  await mkdir(dirname(path), { recursive: true });
  await writeArchive(path, await packFiles(files, factsOf(version)), keyFile);
  return path;
}

/** Files as they stand in an archive before it is packed, with the paths they have there. */
export function tarOf(files: readonly ArchiveFile[]): Buffer {
  return Buffer.concat([...makeTar(files, 0)]);
}
