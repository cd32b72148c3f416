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
    'Authorization, Authentication, Content-Type, Accept, X-Requested-With, X-Requested-From, X-CSRF-TOKEN, ' +
    'MCP-Protocol-Version, Mcp-Method, Mcp-Name',
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

/** Calls that read no cookie and set none: what they open, they open for what their body holds. */
const withoutCookies: ReadonlySet<string> = new Set(['POST /api/pairings/key']);

/**
 * Refuses requests that another site made with our visitor's cookie. Browsers say where a request comes from;
 * a client that sends neither header is no browser and holds no such cookie. Requests that no cookie is read for pass:
 * with a key of their own, a `foreignSignIn`, or where nobody asks for one.
 */
export function crossSiteGuard(publicUrl: string): MiddlewareHandler {
  const { origin } = new URL(publicUrl);
  const message = exactErrors.crossSite(origin);
  return async function crossSiteGuard(c, next) {
    const readsCookies =
      presentedKey(c) === null &&
      c.get('foreignSignIn') === undefined &&
      !withoutCookies.has(`${c.req.method} ${c.req.path}`);
    if (readsCookies && !safeMethods.has(c.req.method)) {
      const site = c.req.header('Sec-Fetch-Site');
      const from = c.req.header('Origin');
      const foreign = (site !== undefined && !ownFetchSites.has(site)) || (from !== undefined && from !== origin);
      if (foreign) throw new AppError('cross_site', { message });
    }
    await next();
  };
}
