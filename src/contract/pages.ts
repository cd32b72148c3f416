/** The guides under `/docs`, in their order. Each is a file of docs/. */
export const guides = [
  'getting-started',
  'sending',
  'replies',
  'encryption',
  'webhooks',
  'clients',
  'own-domains',
  'self-hosting',
  'operating',
  'upgrading',
  'see-and-stop',
  'improvmx',
  'configuration',
  'api',
] as const;
export type GuideName = (typeof guides)[number];

/** Where a sign-in with Google ends, and the mark by which the page there knows that it has just happened. */
export const googleArrival = { path: '/dashboard', name: 'from', value: 'google' } as const;

/** The sections of the settings, in their order. */
export const settingsPages = [
  '/settings/sign-in',
  '/settings/security',
  '/settings/inboxes',
  '/settings/domains',
  '/settings/api-keys',
  '/settings/data',
] as const;
export type SettingsPage = (typeof settingsPages)[number];

/** What holds here, and who says so. */
export const policyPaths = ['/about', '/privacy', '/terms', '/gdpr', '/transparency'] as const;
export type PolicyPath = (typeof policyPaths)[number];
/** The file in which the build leaves what draws them, for each language: it exports `drawPolicies`. Never served. */
export const policyDrawer = 'draw-policies.mjs';

/** Where a browser extension sends its owner to be let in. */
export const pairingPage = '/pair';

const guidePattern = '/docs/:guide';
export const aliasPattern = '/aliases/:id';
const inboxPage = '/inbox';
/** What a browser that keeps the list shows without a connection. */
export const offlinePage = '/offline';

/** The pages the web app has, by their patterns. Any other path is answered with status 404. */
export const pages = [
  '/',
  '/home',
  '/auth',
  '/reset',
  '/second-factor',
  '/lock',
  '/dashboard',
  aliasPattern,
  '/settings',
  ...settingsPages,
  '/settings/held',
  '/confirm',
  '/take',
  offlinePage,
  pairingPage,
  ...policyPaths,
  '/docs',
  guidePattern,
  inboxPage,
] as const;
export type Page = (typeof pages)[number];

/** Those of an account. Strangers see the screen to sign in in their place. */
export const accountPages: ReadonlySet<string> = new Set<Page>([
  '/dashboard',
  aliasPattern,
  '/settings',
  ...settingsPages,
  '/settings/held',
]);

/** What links in mails lead to. All that they show is said by the fragment of the address, which no server sees. */
export const linkPages: readonly Page[] = ['/reset', '/second-factor', '/lock', '/confirm', '/take', pairingPage];

/** The pages that search engines may list. */
export const publicPages: readonly string[] = [
  '/',
  ...policyPaths,
  '/docs',
  ...guides.map((guide) => `/docs/${guide}`),
];

const guidePaths: ReadonlySet<string> = new Set(guides.map((guide) => `/docs/${guide}`));

/** An alias by its id, which is all that is said of it here: whose it is, and whether it is there, only its owner is told. */
const aliasPath = /^\/aliases\/[\da-f-]{36}$/u;

/** Which page a path is; null for none. What a reader chose never passes: the answer is one of `pages`. */
export function findPage(path: string): Page | null {
  if (guidePaths.has(path)) return guidePattern;
  if (aliasPath.test(path)) return aliasPattern;
  return pages.find((page) => page === path && !page.includes(':')) ?? null;
}

/** There is none to all but operators. */
export const operatorPage = '/operator';

/** Whether a path is a page of this instance; the inbox is one only in preview. */
export function isPage(path: string, preview: boolean): boolean {
  const page = findPage(path);
  return page !== null && (page !== inboxPage || preview);
}
