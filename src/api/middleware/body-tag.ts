import { hash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/**
 * Tags an answer with a hash of its body, for Hono's `etag` around it to compare. That one hashes large bodies in
 * many small steps, which takes longer than making the body. Weak, as compression follows.
 */
export const bodyTag = (): MiddlewareHandler =>
  async function bodyTag(c, next) {
    await next();
    if (!c.res.ok) return;
    const { status, headers } = c.res;
    const octets = new Uint8Array(await c.res.arrayBuffer());
    c.res = new Response(octets, { status, headers });
    c.header('ETag', `W/"${hash('sha1', octets, 'base64url')}"`);
  };
