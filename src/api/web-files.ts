import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Encoding } from '#api/middleware/compression.ts';

export interface WebFile {
  readonly type: string;
  readonly octets: Uint8Array<ArrayBuffer>;
  /** The same, packed at build time. */
  readonly packed: Readonly<Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>>;
}

/** The built web app in memory: a megabyte or so, and no request ever names a path on disk. */
export interface WebFiles {
  /** `index.html`, with placeholders for what differs from answer to answer. */
  readonly page: string;
  /** The same with a page prerendered in it, by path: what those see who are signed out. */
  readonly prerenderedPages: ReadonlyMap<string, string>;
  /** By path, `/assets/…` and the like. */
  readonly files: ReadonlyMap<string, WebFile>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const packedEndings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Reads a built web app. Files of other types than a web app has (the build's own marks) are not served. */
export function loadWebFiles(folder: string): WebFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(names);
  const read = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(name));
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const packed: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> = {};
    for (const encoding of ['br', 'gzip'] as const) {
      const packedName = name + packedEndings[encoding];
      if (present.has(packedName)) packed[encoding] = read(packedName);
    }
    files.set(name.slice(folder.length).replaceAll('\\', '/'), { type, octets: read(name), packed });
  }
  const readPage = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const [landing, auth] = [readPage('landing.html'), readPage('auth.html')];
  return {
    page: readPage('index.html'),
    prerenderedPages: new Map([
      ['/', landing],
      ['/home', landing],
      ['/auth', auth],
    ]),
    files,
  };
}
