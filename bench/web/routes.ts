import { findPage, guides, pages, publicPages, type Page } from '#contract/pages.ts';

const guidePaths = guides.map((guide) => `/docs/${guide}`);

/** A page as somebody sees it. */
export interface Route {
  readonly path: string;
  /** As the owner of some aliases. */
  readonly isSignedIn: boolean;
  /** Search engines may list it, so it has to be fit for them. */
  readonly isPublic: boolean;
}

/** No page stands there. */
export const nowhere = '/nowhere';

/** Whether a page is audited for who is signed in, too; `else`: by paths of its own below, or no page of this benchmark's server. */
type Audited = 'out and in' | 'out' | 'else';

/** Every page there is: a new one does not compile until it stands here. */
const audited: Readonly<Record<Page, Audited>> = {
  '/': 'out and in',
  '/home': 'out and in',
  // Leads on to the dashboard.
  '/auth': 'out',
  '/reset': 'out',
  '/second-factor': 'out',
  '/lock': 'out',
  '/dashboard': 'out and in',
  '/aliases/:id': 'else',
  '/settings': 'out and in',
  '/settings/sign-in': 'out and in',
  '/settings/security': 'out and in',
  '/settings/inboxes': 'out and in',
  '/settings/domains': 'out and in',
  '/settings/api-keys': 'out and in',
  '/settings/data': 'out and in',
  '/settings/held': 'out and in',
  '/confirm': 'out and in',
  '/take': 'out and in',
  // Leads on to the dashboard, unless there is no connection.
  '/offline': 'else',
  '/pair': 'out and in',
  '/about': 'out and in',
  '/privacy': 'out and in',
  '/terms': 'out and in',
  '/gdpr': 'out and in',
  '/transparency': 'out and in',
  '/docs': 'out and in',
  '/docs/:guide': 'else',
  '/inbox': 'else',
};

/** Every route, signed out and signed in; `alias`: the path of an alias of who is. */
export function allRoutes(alias: string): Route[] {
  const shown = new Set(publicPages);
  const signedOut = [
    ...new Set<string>([...publicPages, ...pages.filter((page) => audited[page] !== 'else'), nowhere]),
  ];
  const signedIn = [...pages.filter((page) => audited[page] === 'out and in'), ...guidePaths, nowhere, alias];
  return [
    ...signedOut.map((path) => ({ path, isSignedIn: false, isPublic: shown.has(path) })),
    ...signedIn.map((path) => ({ path, isSignedIn: true, isPublic: false })),
  ];
}

/** Those at these paths, or of these pages (`/aliases/:id`); null: all. */
export function chooseRoutes(routes: readonly Route[], paths: readonly string[] | null): Route[] {
  return routes.filter(
    ({ path }) => paths === null || [path, findPage(path) ?? path].some((one) => paths.includes(one)),
  );
}
