import type { MiddlewareHandler } from 'hono';

/** Sets how an answer may be kept, unless something closer to the route has said so. */
export const cacheControl = (value: string): MiddlewareHandler =>
  async function cacheControl(c, next) {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', value);
  };
