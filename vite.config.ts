import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { prerenderPages } from './src/cli/prerender-pages.ts';
import { renderGuides } from './src/cli/render-guides.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Where `npm run dev` finds the running server. */
const serverUrl = 'http://localhost:3000';
const compressible = /\.(?:js|css|svg)$/;

/** The server sends these as they are; index.html is left out, as it gets a nonce with every answer. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gzipped(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

function pagePlugins() {
  return [react(), renderGuides(join(import.meta.dirname, 'docs'))];
}
const define = { __APP_VERSION__: JSON.stringify(packageJson.version) };

/*
 * The language of the pages, as of all texts, is chosen by one line of package.json: `#messages/*` leads to
 * `src/messages/<language>/*`, for the build, the server and the compiler alike.
 */
// oxlint demands named exports; Vite reads only the default one.
export default defineConfig({
  root: join(import.meta.dirname, 'src/web'),
  plugins: [
    ...pagePlugins(),
    tailwindcss(),
    prerenderPages({ root: import.meta.dirname, plugins: pagePlugins(), define }),
    compressAssets(),
  ],
  define,
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // `data:` addresses are not allowed by our Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the budgets of .size-limit.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        // The entry lists what each page needs: every letter of a name counts. Hashes of 42 bits.
        chunkFileNames: ({ isDynamicEntry, name }) =>
          isDynamicEntry || name === 'start' ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // The one thing the entry needs at once.
            { name: 'preload-helper', test: /preload-helper/, priority: 1 },
            // What every page starts with is one file, with all that it needs.
            { name: 'start', test: /src[\\/]web[\\/]start\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    fs: { allow: [import.meta.dirname] },
    // The server takes changes from its own origin only.
    proxy: { '/api': { target: serverUrl, headers: { origin: serverUrl } } },
  },
});
