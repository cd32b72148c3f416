import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { oneLanguage, translateHead } from './src/cli/one-language.ts';
import { prerenderPages } from './src/cli/prerender-pages.ts';
import { renderGuides } from './src/cli/render-guides.ts';
import { defaultLanguage, isLanguage, type Language } from './src/contract/account/languages.ts';
import { headTexts as german } from './src/messages/de/head.ts';
import { headTexts as english } from './src/messages/en/head.ts';
import { headTexts as lithuanian } from './src/messages/lt/head.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Where `npm run dev` finds the running server. */
const serverUrl = 'http://localhost:3000';
const compressible = /\.(?:js|css|svg)$/;
const heads = { en: english, de: german, lt: lithuanian };
const output = join(import.meta.dirname, 'dist/web');

/**
 * V8 compiles all of a file while it is loaded, beside the page's own work, and not each function when it is first called: record 0131.
 * It looks for that in the first line, above which Vite writes the files that come along.
 */
function compileWhileLoading(): Plugin {
  return {
    name: 'compile-while-loading',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

/**
 * The server sends these as they are; index.html is left out, as it gets a nonce with every answer. What is in the folder `done`, where
 * names tell of contents, too, was packed there.
 */
function compressAssets(done: string | null): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter(({ name }) => compressible.test(name) && !(done && existsSync(join(done, name))));
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

function pagePlugins(language: Language) {
  return [oneLanguage(import.meta.dirname, language), react(), renderGuides(join(import.meta.dirname, 'docs'))];
}

/**
 * The pages are built once for each language, so that a browser loads the texts of one. The mode of the build names it; of any other
 * mode it is English, to which `#messages/*` leads everywhere else, too. What the others have of their own, `buildWeb` puts beside it.
 */
function pagesIn(language: Language): UserConfig {
  const isFirst = language === defaultLanguage;
  const define = {
    __APP_VERSION__: JSON.stringify(packageJson.version),
    __LANGUAGE__: JSON.stringify(language),
    __LOCALE__: isFirst ? 'undefined' : JSON.stringify(language),
  };
  return {
    root: join(import.meta.dirname, 'src/web'),
    plugins: [
      ...pagePlugins(language),
      ...(isFirst ? [] : [translateHead(language, heads.en, heads[language])]),
      tailwindcss(),
      prerenderPages({ root: import.meta.dirname, plugins: pagePlugins(language), define }),
      compileWhileLoading(),
      compressAssets(isFirst ? null : join(output, 'assets')),
    ],
    define,
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: isFirst ? output : join(import.meta.dirname, 'dist/languages', language),
      emptyOutDir: true,
      copyPublicDir: isFirst,
      target: 'es2023',
      // `data:` addresses are not allowed by our Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // For the budgets of .size-limit.ts.
      manifest: true,
      rolldownOptions: {
        // Nobody who starts it has to know which step was slow.
        checks: { pluginTimings: false },
        output: {
          // The entry lists what each page needs: every letter of a name counts. Hashes of 42 bits.
          chunkFileNames: ({ isDynamicEntry, name }) =>
            isDynamicEntry || name === 'start' ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
          codeSplitting: {
            groups: [
              // The one thing the entry needs at once.
              { name: 'preload-helper', test: /preload-helper/, priority: 1 },
              // What every page starts with is one file, with all that it needs.
              { name: 'start', test: /src[\\/]web[\\/]start\.tsx$|icons[\\/]globe\.js$/ },
              // So is what stands on every page but the landing page, and on every page of those who are signed in: many small files
              // are packed less well than one.
              {
                name: 'toaster',
                test: /(?:ui[\\/]toaster|use-single-run|useMutation|contract[\\/]limits|icons[\\/](?:chevron-down|wallet))\.[jt]sx?$/,
              },
              { name: 'account-bar', test: /(?:bar[\\/]account-bar|components[\\/]identity-question)\.tsx$/ },
            ],
          },
        },
      },
    },
    server: {
      port: 5173,
      fs: { allow: [import.meta.dirname] },
      // The server takes changes from its own origin only.
      proxy: {
        '/api': { target: serverUrl, headers: { origin: serverUrl } },
        // A page that the server draws.
        '/unsubscribe': serverUrl,
      },
    },
  };
}

// oxlint demands named exports; Vite reads only the default one.
export default defineConfig(({ mode }) => pagesIn(isLanguage(mode) ? mode : defaultLanguage));
