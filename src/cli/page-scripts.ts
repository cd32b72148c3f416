import { guides, operatorPage, type GuideName, type Page, type SettingsPage } from '#contract/pages.ts';

/** What to let a browser load with each page: written by the build, read by the server. */
export const scriptsFile = 'page-scripts.json';

/** The modules of src/web that draw a page, beside those that every page starts with: for strangers, and for those who are signed in. */
interface PageModules {
  readonly stranger: readonly string[];
  readonly owner: readonly string[];
}

const toaster = 'components/ui/toaster.tsx';
const auth = ['features/auth/auth-page.tsx', toaster];
/** Stands on each page of those who are signed in. */
const bar = 'app/bar/account-bar.tsx';

/** The same for everybody. */
function shared(...modules: readonly string[]): PageModules {
  return { stranger: modules, owner: [...modules, bar] };
}

/** In its place strangers see the sign-in screen. */
function own(...modules: readonly string[]): PageModules {
  return { stranger: auth, owner: [...modules, toaster, bar] };
}

function section(module: string): PageModules {
  return own('features/settings/settings-page.tsx', `features/settings/${module}`);
}

const signInSections = section('methods/sign-in-sections.tsx');
const dashboard = own('features/aliases/dashboard-page.tsx');
const warning = shared('features/auth/second-factor-page.tsx', toaster);

const settings: Readonly<Record<SettingsPage, PageModules>> = {
  '/settings/sign-in': signInSections,
  '/settings/security': section('security/security-sections.tsx'),
  '/settings/inboxes': section('targets/inbox-sections.tsx'),
  '/settings/domains': section('domains/domains-section.tsx'),
  '/settings/api-keys': section('api-keys/api-key-sections.tsx'),
  '/settings/data': section('data/data-sections.tsx'),
};

function guide(name: GuideName): PageModules {
  return shared('features/docs/docs-page.tsx', `virtual:guide/${name}`);
}

const pages: Readonly<Record<Exclude<Page, '/docs/:guide'> | typeof operatorPage, PageModules>> = {
  ...settings,
  '/': { ...dashboard, stranger: [] },
  '/home': shared('features/landing/landing-page.tsx'),
  '/auth': { ...dashboard, stranger: auth },
  '/reset': shared('features/auth/reset-page.tsx', toaster),
  '/second-factor': warning,
  '/lock': warning,
  '/dashboard': dashboard,
  '/aliases/:id': own('features/aliases/page/alias-page.tsx'),
  '/settings': signInSections,
  '/settings/held': section('held/held-page.tsx'),
  [operatorPage]: { ...own('features/operator/operator-page.tsx'), stranger: [] },
  '/confirm': shared('features/confirm/confirm-page.tsx', toaster),
  // Whole: what a page loads later cannot be loaded there.
  '/offline': shared('features/offline/offline-page.tsx', 'keep-focus.ts', toaster),
  '/take': shared('features/take/take-page.tsx', toaster),
  '/pair': shared('features/pair/pair-page.tsx', toaster),
  '/about': shared('features/legal/about-page.tsx'),
  '/privacy': shared('features/legal/privacy-page.tsx'),
  '/terms': shared('features/legal/terms-page.tsx'),
  '/gdpr': shared('features/legal/gdpr-page.tsx'),
  '/transparency': shared('features/legal/transparency-page.tsx'),
  '/docs': guide(guides[0]),
  '/inbox': shared('features/inbox/inbox-page.tsx'),
};

interface Script {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly facadeModuleId: string | null;
}

/** The scripts that must be there before those of some modules can run, without those that are there anyway. @throws Error for a module without one */
export function scriptsOf(
  scripts: readonly Script[],
  modules: readonly string[],
  present: ReadonlySet<string> = new Set(),
): string[] {
  const byName = new Map(scripts.map((script) => [script.fileName, script]));
  const found = new Set<string>();
  const add = (script: Script | undefined): void => {
    if (script === undefined || found.has(script.fileName) || present.has(script.fileName)) return;
    found.add(script.fileName);
    for (const name of script.imports) add(byName.get(name));
  };
  for (const module of modules) {
    const script = scripts.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (script === undefined) throw new Error(`The build has no script of its own for ${module}.`);
    add(script);
  }
  return [...found];
}

/** The scripts of each page by its path, or its pattern, so that a browser need not run one to learn of the next. */
export function findPageScripts(scripts: readonly Script[], present: ReadonlySet<string>) {
  const all = [...Object.entries(pages), ...guides.map((name) => [`/docs/${name}`, guide(name)] as const)];
  return Object.fromEntries(
    all.map(([path, { stranger, owner }]) => [
      path,
      { stranger: scriptsOf(scripts, stranger, present), owner: scriptsOf(scripts, owner, present) },
    ]),
  );
}
