/** The guides under `/docs`, in their order. Each is a file of docs/. */
export const guides = [
  'getting-started',
  'sending',
  'replies',
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

const guidePattern = '/docs/:guide';
const inboxPage = '/inbox';

/** The pages the web app has, by their patterns. Any other path is answered with status 404. */
export const pages = [
  '/',
  '/home',
  '/auth',
  '/reset',
  '/second-factor',
  '/lock',
  '/dashboard',
  '/settings',
  ...settingsPages,
  '/settings/held',
  '/confirm',
  '/take',
  '/about',
  '/privacy',
  '/terms',
  '/gdpr',
  '/transparency',
  '/docs',
  guidePattern,
  inboxPage,
] as const;
export type Page = (typeof pages)[number];

/** The pages that search engines may list. */
export const publicPages: readonly string[] = [
  '/',
  '/about',
  '/privacy',
  '/terms',
  '/gdpr',
  '/transparency',
  '/docs',
  ...guides.map((guide) => `/docs/${guide}`),
];

const guidePaths: ReadonlySet<string> = new Set(guides.map((guide) => `/docs/${guide}`));

/** Which page a path is; null for none. What a reader chose never passes: the answer is one of `pages`. */
export function findPage(path: string): Page | null {
  if (guidePaths.has(path)) return guidePattern;
  return pages.find((page) => page === path && page !== guidePattern) ?? null;
}

/** There is none to all but operators. */
export const operatorPage = '/operator';

/** Whether a path is a page of this instance; the inbox is one only in preview. */
export function isPage(path: string, preview: boolean): boolean {
  const page = findPage(path);
  return page !== null && (page !== inboxPage || preview);
}
