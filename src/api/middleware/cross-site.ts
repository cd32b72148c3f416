import type { MiddlewareHandler } from 'hono';
import { presentedKey } from '#api/middleware/session.ts';
import { AppError } from '#contract/errors.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** A day, the most that browsers keep such an answer. */
const preflightSeconds = 86_400;

const preflightHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Authentication, Content-Type, Accept, X-Requested-With, X-Requested-From, X-CSRF-TOKEN',
  'Access-Control-Max-Age': String(preflightSeconds),
};

/**
 * Lets scripts of any site call a route, without cookies (Fetch standard, CORS protocol): `*` and no word of
 * credentials. So nobody gets further by it than with a key of their own.
 */
export function anyOrigin(): MiddlewareHandler {
  return async function anyOrigin(c, next) {
    if (c.req.method === 'OPTIONS') return c.body(null, 204, preflightHeaders);
    await next();
    const { headers } = c.res;
    headers.set('Access-Control-Allow-Origin', '*');
    headers.set('Access-Control-Expose-Headers', 'RateLimit, RateLimit-Policy, Retry-After');
  };
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const ownFetchSites: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Refuses requests that another site made with our visitor's cookie. Browsers say where a request comes from;
 * a client that sends neither header is no browser and holds no such cookie. Requests that no cookie is read for pass:
 * with a key of their own, or an `addySignIn`.
 */
export function crossSiteGuard(publicUrl: string): MiddlewareHandler {
  const { origin } = new URL(publicUrl);
  const message = exactErrors.crossSite(origin);
  return async function crossSiteGuard(c, next) {
    const readsCookies = presentedKey(c) === null && c.get('addySignIn') === undefined;
    if (readsCookies && !safeMethods.has(c.req.method)) {
      const site = c.req.header('Sec-Fetch-Site');
      const from = c.req.header('Origin');
      const foreign = (site !== undefined && !ownFetchSites.has(site)) || (from !== undefined && from !== origin);
      if (foreign) throw new AppError('cross_site', { message });
    }
    await next();
  };
}
