import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { extensionFiles } from '#contract/extension/hand-over.ts';
import { families, makeLocales, makeManifest } from '#extension/manifest.ts';
import { writeZip } from '#extension/write-zip.ts';

const icons = ['icon-192.png', 'icon-512.png'];

async function writeJson(path: string, value: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

async function packFolder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, Uint8Array>();
  for (const path of paths.toSorted()) {
    files.set(path.slice(folder.length + 1).replaceAll('\\', '/'), await readFile(path));
  }
  return writeZip(files);
}

/** Makes of what was built an extension for each family of browsers, and puts it, packed, where the server lets people download it. */
export function packExtension(root: string, version: string): Plugin {
  return {
    name: 'pack-extension',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      for (const icon of icons) await cp(join(root, 'src/web/public', icon), join(dir, icon));
      for (const [path, messages] of Object.entries(makeLocales())) await writeJson(join(dir, path), messages);
      for (const family of families) {
        const archive = join(root, 'dist/web', extensionFiles[family]);
        await mkdir(dirname(archive), { recursive: true });
        await writeJson(join(dir, 'manifest.json'), makeManifest(family, version));
        await writeFile(archive, await packFolder(dir));
      }
    },
  };
}
