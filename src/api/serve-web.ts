import type { Context } from 'hono';
import { chooseEncoding } from '#api/middleware/compression.ts';
import { pagePolicy } from '#api/middleware/security-headers.ts';
import type { WebFile, WebFiles } from '#api/web-files.ts';
import { isPage } from '#contract/pages.ts';
import type { Random } from '#platform/random.ts';

/** What the build writes where the nonce of each answer belongs. */
const noncePlaceholder = '__CSP_NONCE__';
const nonceBytes = 16;

/** Names under /assets/ carry a hash of their content, so they never change. */
const cachingOf = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache';

const serveFile = (c: Context, file: WebFile): Response => {
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'));
  const packed = encoding === null ? undefined : file.packed[encoding];
  c.header('Content-Type', file.type);
  c.header('Cache-Control', cachingOf(c.req.path));
  if (encoding !== null && packed !== undefined) {
    c.header('Content-Encoding', encoding);
    c.header('Vary', 'Accept-Encoding');
  }
  return c.body(packed ?? file.octets);
};

/** Answers with a file of the web app, or with its page, which draws the card for unknown paths itself. */
export const createWebServer = (web: WebFiles, { random, preview }: { random: Random; preview: boolean }) => {
  const servePage = (c: Context): Response => {
    const nonce = random.bytes(nonceBytes).toString('base64');
    c.header('Content-Security-Policy', pagePolicy(nonce));
    c.header('Cache-Control', 'no-cache');
    return c.html(web.page.replaceAll(noncePlaceholder, nonce), isPage(c.req.path, preview) ? 200 : 404);
  };
  return (c: Context): Response => {
    const file = web.files.get(c.req.path);
    if (file !== undefined) return serveFile(c, file);
    return servePage(c);
  };
};
