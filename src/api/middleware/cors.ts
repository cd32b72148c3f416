import type { MiddlewareHandler } from 'hono';

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
