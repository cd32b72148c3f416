import type { MiddlewareHandler } from 'hono';

/** Sets how an answer may be kept, unless something closer to the route has said so. */
export function cacheControl(value: string): MiddlewareHandler {
  return async function cacheControl(c, next) {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', value);
  };
}
