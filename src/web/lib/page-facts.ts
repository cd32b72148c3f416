import { isPrivate, type RegistrationMode } from '#contract/account/registration-mode.ts';

/**
 * Data attributes that the server writes into each page it sends, so that nothing has to be asked for before the first paint. A page that
 * is prerendered is one for those who are signed out.
 */
const facts = typeof document === 'undefined' ? null : document.documentElement.dataset;

/** It is drawn by the build: of a page of an account only what is the same for everybody. */
export const isFrame = facts === null;

/** Who may open an account here. */
export const registration = (facts?.['registration'] ?? 'open') as RegistrationMode;

/** A private service shows strangers nothing of itself. Changed only where pages are prerendered: those they see are drawn apart. */
export const service = { isPrivate: isPrivate(registration) };

/** The browser came without a session. It may have got one since, as in another tab. */
export const cameSignedOut = facts === null || facts['session'] === 'none';

/** Stands for our domains while they are not known, or not shown; the server puts it in the place of its name. */
export const defaultDomain = facts?.['domain'] ?? '__DOMAIN__';

/** A domain as it stands behind a name: "@example.org". */
export function atDomain(domain: string): string {
  return `@${domain}`;
}

/** A whole navigation, not a request: the server leads on to Google. */
export const googleSignInPath = '/api/auth/google';

/** Where a provider elsewhere forwards the mail, some of what is true here is not, and something else is. */
export const besideProvider = 'under-improvmx:hidden';
export const underProvider = 'beside-improvmx:hidden';

/** For what leads there: until the configuration is known the server's word in the page decides, so that nothing moves. */
export const untilKnown = 'without-google:hidden';
