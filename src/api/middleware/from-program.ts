import type { Context } from 'hono';

/** Browsers name the page that asks, so this is none of ours. */
export function isFromProgram(c: Context): boolean {
  return c.req.header('Origin') === undefined && c.req.header('Sec-Fetch-Site') === undefined;
}
