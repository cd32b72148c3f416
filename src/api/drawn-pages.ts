import type { Context } from 'hono';
import type { DrawPolicies, policyPlacer } from '#api/policies.ts';
import { accountPages, findPage, guides } from '#contract/pages.ts';

export interface PageScripts {
  readonly stranger: readonly string[];
  readonly owner: readonly string[];
}

/** The pages in one language. */
export interface Pages {
  /** `index.html`, with placeholders for what differs from answer to answer. */
  readonly page: string;
  /** The same as the build drew it, by the name of its file: for those who are signed out, and frames of it for those who are not. */
  readonly prerenderedPages: ReadonlyMap<string, string>;
  /** The scripts of a page by its path or pattern: for strangers, and for those who are signed in. */
  readonly scripts: ReadonlyMap<string, PageScripts>;
  /** Draws the policies of an installation, by their paths; null where the build left nothing that does. */
  readonly drawPolicies: DrawPolicies | null;
}

const homePaths: ReadonlySet<string> = new Set(['/', '/home']);

function isOfAccount(path: string): boolean {
  return accountPages.has(findPage(path) ?? '');
}

/** What the build called the page that strangers see at a path. */
function fileForStranger(path: string, isClosed: boolean): string {
  // A service that shows strangers nothing of itself.
  if (homePaths.has(path)) return isClosed ? 'private-landing' : 'landing';
  if (path === '/docs') return `docs-${guides[0]}`;
  if (isOfAccount(path)) return 'auth';
  return path.slice(1).replaceAll('/', '-');
}

const listPaths: ReadonlySet<string> = new Set(['/', '/auth', '/dashboard']);

/** The same for those who are signed in, of pages that are others for them. */
function fileForOwner(path: string, isClosed: boolean): string {
  if (listPaths.has(path)) return 'own-dashboard';
  if (path.startsWith('/aliases/')) return 'own-alias';
  // Leads to the first section.
  if (path === '/settings') return 'own-settings-sign-in';
  return `own-${path === '/home' ? fileForStranger(path, isClosed) : path.slice(1).replaceAll('/', '-')}`;
}

/** In a page that is hydrated as it stands. */
const hydrated = ' data-prerendered>';
/** In one in whose place another is put once that is whole. */
const shell = ' data-shell>';

/** Whether a page can be read before any script has run: these come after it. */
function isDrawn(page: string): boolean {
  return page.includes(hydrated) || page.includes(shell);
}

const bar = /<header.*?<\/header>/su;

/** A page that is the same for everybody, with the bar of those who are signed in. */
function shellForOwner(page: string, pages: ReadonlyMap<string, string>): string {
  const own = bar.exec(pages.get('own-landing') ?? '')?.[0] ?? '';
  return page.replace(hydrated, () => shell).replace(bar, () => own);
}

/** A page that is asked for. */
interface Asked {
  readonly c: Context;
  readonly pages: Pages;
  readonly isKnown: boolean;
  /** Fills in what differs from answer to answer. */
  readonly fill: (page: string) => string;
}

interface FinderOptions {
  readonly isClosed: boolean;
  readonly placePolicy: ReturnType<typeof policyPlacer>;
}

/** Finds what is sent for a page. */
export function createPageFinder({ isClosed, placePolicy }: FinderOptions) {
  /** As strangers see it, with what the operator decided in it where it states that. */
  const forStranger = async ({ c: { req }, pages, isKnown, fill }: Asked): Promise<string> => {
    // A query may change what a page shows first.
    const isPlain = !req.url.includes('?');
    const file = isPlain ? fileForStranger(isKnown ? req.path : '/not-found', isClosed) : '';
    const page = fill(pages.prerenderedPages.get(file) ?? pages.page);
    if (isDrawn(page)) return page;
    const place = await placePolicy(pages.drawPolicies, req.path);
    return place?.(page) ?? page;
  };
  /** As those see it who are signed in: its frame alone, without anything of anybody, so that it may be kept. */
  const forOwner = async (asked: Asked): Promise<string> => {
    const { c, pages, isKnown, fill } = asked;
    const { leavingUntil, waitingSince } = c.get('user');
    // Pages are others while an account is leaving, or waits.
    if ((leavingUntil ?? waitingSince) !== undefined) return fill(pages.page);
    const path = isKnown ? c.req.path : '/not-found';
    const own = pages.prerenderedPages.get(fileForOwner(path, isClosed));
    if (own !== undefined) return fill(own);
    if (isOfAccount(path)) return fill(pages.page);
    return shellForOwner(await forStranger(asked), pages.prerenderedPages);
  };
  return { forStranger, forOwner };
}

/**
 * Names the scripts of a page, so that the browser need not learn of them one after the other. They load along with an empty one; one that
 * can be read has the line for itself until it is painted.
 */
export function nameScripts(page: string, scripts: readonly string[] = []): string {
  if (isDrawn(page)) {
    return page.replace(/ data-(?:prerendered|shell)>/u, (mark) => ` data-scripts="${scripts.join(' ')}"${mark}`);
  }
  const links = scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
  return page.replace('</head>', () => `${links.join('')}</head>`);
}
