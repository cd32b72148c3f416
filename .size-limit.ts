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

// size-limit reads the default export.
export default [
  page('Landing page, all JavaScript', '110 kB', 'features/landing/landing-page.tsx'),
  page('Sign-in, all JavaScript', '146 kB', 'features/auth/auth-page.tsx', toaster),
  page('Dashboard, all JavaScript', '170 kB', 'features/aliases/dashboard-page.tsx', toaster),
  page('Settings, all JavaScript', '168 kB', 'features/settings/settings-page.tsx', toaster),
  { name: 'Styles', path: 'dist/web/assets/*.css', gzip: true, limit: '9 kB' },
];
