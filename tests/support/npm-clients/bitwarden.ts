import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NpmFolder } from '#support/npm-clients/npm-folder.ts';

/** The service it makes aliases with, and what its settings hold. */
export interface ForwarderSettings {
  readonly service: 'AddyIo' | 'SimpleLogin';
  readonly token: string;
  readonly baseUrl: string;
  readonly domain: string;
  /** The address of the page. */
  readonly website: string;
}

/** How it ended: an address, or the text that people see. */
export interface ForwarderResult {
  readonly address?: string;
  readonly error?: string;
}

const entry = `
export { AddyIo } from './sources/libs/tools/generator/core/src/integration/addy-io';
export { SimpleLogin } from './sources/libs/tools/generator/core/src/integration/simple-login';
export { ForwarderContext } from './sources/libs/tools/generator/core/src/engine/forwarder-context';
export { CreateForwardingAddressRpc } from './sources/libs/tools/generator/core/src/engine/rpc/create-forwarding-address';
export { RestClient } from './sources/libs/common/src/tools/integration/rpc/rest-client';
`;

/** Joins the sources again: what the source map leaves out, which is nothing that runs here, becomes nothing. */
const bundle = `
import { build } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const find = (path) => [path + '.ts', path + '/index.ts', path].find((file) => file.endsWith('.ts') && existsSync(file));
const nothing = \`const none = new Proxy(function () {}, {
  get: (_, name) => name === Symbol.toPrimitive ? () => '' : ['__esModule', 'prototype'].includes(name) ? undefined : none,
  apply: () => none,
  construct: () => none,
}); module.exports = none;\`;
const sources = {
  name: 'sources',
  setup(building) {
    building.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      const [, library, rest = ''] = /^@bitwarden\\/([^/]+)(?:\\/(.*))?$/.exec(path) ?? [];
      const near = path.startsWith('.') || path.startsWith('/');
      const at = near ? resolve(dirname(importer), path) : library && resolve('sources/libs', library, 'src', rest);
      const file = at && find(at);
      if (file) return { path: file };
      if (at && existsSync(at)) return { path: at, namespace: 'folder' };
      if (path === 'tldts') return { path: resolve('node_modules/tldts/dist/cjs/index.js') };
      return { path, namespace: 'nothing' };
    });
    building.onLoad({ filter: /.*/, namespace: 'folder' }, ({ path }) => ({
      resolveDir: path,
      contents: readdirSync(path).filter((name) => name.endsWith('.ts'))
        .map((name) => 'export * from ' + JSON.stringify(join(path, name)) + ';').join('\\n'),
    }));
    building.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: nothing }));
  },
};
await build({
  entryPoints: ['entry.ts'], bundle: true, platform: 'node', format: 'cjs', outfile: 'bitwarden.cjs', plugins: [sources],
});
`;

const use = `
const bitwarden = require('./bitwarden.cjs');
const { service, website, ...settings } = JSON.parse(process.argv[2]);
const texts = { t: (key, name, text) => [key, name, text].filter(Boolean).join(': ') };
const context = new bitwarden.ForwarderContext(bitwarden[service], settings, texts);
const call = new bitwarden.CreateForwardingAddressRpc(bitwarden[service], context);
const client = new bitwarden.RestClient({ nativeFetch: (request) => fetch(request) }, texts);
client.fetchJson(call, { website }).then(
  (address) => console.log(JSON.stringify({ address })),
  (error) => console.log(JSON.stringify({ error: String(error) })),
);
`;

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
}

/** The part of Bitwarden's command line that makes aliases, out of the sources that come with it. */
export async function buildBitwarden(folder: NpmFolder) {
  const text = await readFile(join(folder.path, 'node_modules/@bitwarden/cli/build/bw.js.map'), 'utf8');
  const map = JSON.parse(text) as SourceMap;
  for (const [at, source] of map.sources.entries()) {
    const place = /\/(libs\/[\w./-]+\.ts)$/u.exec(source)?.[1];
    const content = map.sourcesContent[at];
    if (place === undefined || place.includes('..') || !content) continue;
    const file = join(folder.path, 'sources', place);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await folder.write('entry.ts', entry);
  await folder.run('node', await folder.write('bundle.mjs', bundle));
  const program = await folder.write('use-bitwarden.cjs', use);
  return async (settings: ForwarderSettings): Promise<ForwarderResult> =>
    JSON.parse(await folder.run('node', program, JSON.stringify(settings))) as ForwarderResult;
}
