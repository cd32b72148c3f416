import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, runnerImport, type InlineConfig, type Plugin } from 'vite';
import { policyDrawer } from '#contract/pages.ts';
import { findPageScripts, scriptsFile, scriptsOf } from './page-scripts.ts';

/** What `prerendered-pages.tsx` exports. */
interface PrerenderedPages {
  readonly prerenderedPages: ReadonlyMap<
    string,
    {
      readonly about: { readonly title: string; readonly description: string } | null;
      readonly html: string | null;
      readonly isShell: boolean;
    }
  >;
}

const emptyRoot = '<div id="root"></div>';
const webFolder = 'src/web';

/** A function that cannot be mistaken for a pattern of `replace`. */
function put(html: string, place: string, text: string): string {
  if (!html.includes(place)) throw new Error(`The page has no ${place}`);
  return html.replace(place, () => text);
}

/** Lets scripts start to load with a page, where it does not say so by itself. */
function hint(html: string, scripts: readonly string[]): string {
  return put(
    html,
    '</head>',
    `${scripts
      .filter((name) => !html.includes(name))
      .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`)
      .join('')}</head>`,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Says in the head of a page what that one is about. @throws Error for a page whose head says less than ours. */
function entitle(
  html: string,
  { title, description }: { readonly title: string; readonly description: string },
): string {
  const texts: readonly (readonly [RegExp, string])[] = [
    [/(?<=<title>)[^<]*/u, title],
    [/(?<=<meta\s+name="description"\s+content=")[^"]*/u, description],
    [/(?<=<meta property="og:title" content=")[^"]*/u, title],
    [/(?<=<meta property="og:description" content=")[^"]*/u, description],
  ];
  return texts.reduce((page, [place, text]) => {
    if (!place.test(page)) throw new Error(`The page has no ${place.source}`);
    return page.replace(place, () => escapeHtml(text));
  }, html);
}

type DrawingConfig = { root: string } & Pick<InlineConfig, 'plugins' | 'define'>;

const noScript = /\s*<noscript>[^<]*<\/noscript>/u;

/** Puts what was drawn into its page. One that can be read says nothing of scripts; one that cannot be used without says so first. */
function markDrawn(html: string, drawn: string, { name, isShell }: { name: string; isShell: boolean }): string {
  const page = html.replace(noScript, '');
  const needsScript = isShell || name === 'auth';
  const first = needsScript ? (noScript.exec(html)?.[0] ?? '') : '';
  return put(page, emptyRoot, `${first}<div id="root" data-${isShell ? 'shell' : 'prerendered'}>${drawn}</div>`);
}

/** Builds, as one file, what draws the policies in the running server. What only a browser loads later is left out. */
async function buildDrawer({ root, plugins, define }: DrawingConfig, dir: string): Promise<void> {
  const leaveOut: Plugin = { name: 'leave-out', resolveDynamicImport: (id) => ({ id: String(id), external: true }) };
  await build({
    configFile: false,
    root: join(root, webFolder),
    logLevel: 'warn',
    plugins: [leaveOut, ...(plugins ?? [])],
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, webFolder, 'drawn-policies.tsx'),
      outDir: dir,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      target: 'es2023',
      rolldownOptions: { output: { entryFileNames: policyDrawer } },
    },
  });
}

/**
 * Prerenders the pages that people see first: draws them into HTML. They have the line for themselves until they are painted, and only then
 * load the program; other pages let it load at once. `plugins` and `define`: what the modules of prerendered pages need of the
 * build's own.
 */
export function prerenderPages({ root, ...config }: DrawingConfig): Plugin {
  return {
    name: 'prerender-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((fileName) => /instrument-sans-latin-wght-normal.*\.woff2$/.test(fileName))
          .map((fileName) => {
            const attrs = { rel: 'preload', href: `/${fileName}`, as: 'font', type: 'font/woff2', crossorigin: '' };
            return { tag: 'link', attrs, injectTo: 'head' as const };
          }),
    },
    async writeBundle({ dir = '' }, bundle) {
      const scripts = Object.values(bundle).filter((output) => output.type === 'chunk');
      const page = join(dir, 'index.html');
      const html = await readFile(page, 'utf8');
      const start = scriptsOf(scripts, [`${webFolder}/start.tsx`]);
      await writeFile(page, hint(html, start));
      const present = new Set([...start, ...scripts.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)]);
      await writeFile(join(dir, scriptsFile), JSON.stringify(findPageScripts(scripts, present)));
      const prerendered = await runnerImport<PrerenderedPages>(join(root, webFolder, 'prerendered-pages.tsx'), {
        root,
        ...config,
      });
      for (const [name, { about, html: drawn, isShell }] of prerendered.module.prerenderedPages) {
        const page = about === null ? html : entitle(html, about);
        await writeFile(join(dir, `${name}.html`), drawn === null ? page : markDrawn(page, drawn, { name, isShell }));
      }
      await buildDrawer({ root, ...config }, dir);
    },
  };
}
