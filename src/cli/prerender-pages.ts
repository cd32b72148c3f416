import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport, type InlineConfig, type Plugin } from 'vite';

/** What `prerendered-pages.tsx` exports, and where it goes. */
const files = {
  landingPage: 'landing.html',
  authPage: 'auth.html',
  privateLandingPage: 'private-landing.html',
} as const;
type PrerenderedPages = Record<keyof typeof files, string>;

const emptyRoot = '<div id="root"></div>';
const webFolder = 'src/web';

interface Script {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly facadeModuleId: string | null;
}

/** The scripts that the program cannot start without. */
function findStart(scripts: readonly Script[]): string[] {
  const byName = new Map(scripts.map((script) => [script.fileName, script]));
  const found = new Set<string>();
  const add = (script: Script | undefined): void => {
    if (script === undefined || found.has(script.fileName)) return;
    found.add(script.fileName);
    for (const name of script.imports) add(byName.get(name));
  };
  add(scripts.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`${webFolder}/start.tsx`)));
  return [...found];
}

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

/**
 * Prerenders the pages that people see first: draws them into HTML. They have the line for themselves until they are painted, and only then
 * load the program; other pages let it load at once. `plugins` and `define`: what the modules of prerendered pages need of the
 * build's own.
 */
export function prerenderPages({
  root,
  ...config
}: { root: string } & Pick<InlineConfig, 'plugins' | 'define'>): Plugin {
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
      await writeFile(page, hint(html, findStart(scripts)));
      const prerendered = await runnerImport<PrerenderedPages>(join(root, webFolder, 'prerendered-pages.tsx'), {
        root,
        ...config,
      });
      for (const name of ['landingPage', 'authPage', 'privateLandingPage'] as const) {
        await writeFile(
          join(dir, files[name]),
          put(html, emptyRoot, `<div id="root" data-prerendered>${prerendered.module[name]}</div>`),
        );
      }
    },
  };
}
