import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  readonly file: string;
  /** Keys of the chunks it cannot start without. */
  readonly imports?: readonly string[];
}

const folder = join(import.meta.dirname, 'dist/web');
const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;

/** Every script that is loaded before these modules can run. */
function scriptsOf(keys: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (key: string): void => {
    const chunk = chunks[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}.`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  keys.forEach(add);
  return [...found].map((file) => join('dist/web', file));
}

function page(name: string, limit: string, ...modules: string[]) {
  return {
    name,
    path: scriptsOf(['index.html', 'start.tsx', ...modules]),
    gzip: true,
    limit,
  };
}

const toaster = 'components/ui/toaster.tsx';
/** What stands on each page of those who are signed in. */
const signedIn = ['app/bar/account-bar.tsx', toaster];

/** A section of the settings, with what surrounds it. */
function section(name: string, limit: string, module: string) {
  return page(
    `Settings, ${name}`,
    limit,
    'features/settings/settings-page.tsx',
    `features/settings/${module}`,
    ...signedIn,
  );
}

// size-limit reads the default export.
export default [
  page('Landing page, all JavaScript', '98.8 kB', 'features/landing/landing-page.tsx'),
  page('Sign-in, all JavaScript', '137.8 kB', 'features/auth/auth-page.tsx', toaster),
  page('Dashboard, all JavaScript', '166.9 kB', 'features/aliases/dashboard-page.tsx', ...signedIn),
  page('Page of an alias, all JavaScript', '144 kB', 'features/aliases/page/alias-page.tsx', ...signedIn),
  section('sign-in', '152.9 kB', 'methods/sign-in-sections.tsx'),
  section('security', '128.8 kB', 'security/security-sections.tsx'),
  section('inboxes and webhooks', '156 kB', 'targets/inbox-sections.tsx'),
  section('domains', '156.4 kB', 'domains/domains-section.tsx'),
  section('API keys and apps', '135 kB', 'api-keys/api-key-sections.tsx'),
  section('data', '131.7 kB', 'data/data-sections.tsx'),
  { name: 'Styles', path: 'dist/web/assets/*.css', gzip: true, limit: '11.9 kB' },
  {
    name: 'Extension, packed',
    path: 'dist/web/extension/kauke-chromium.zip',
    gzip: false,
    brotli: false,
    limit: '192 kB',
  },
];
