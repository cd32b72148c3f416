import type { Context } from 'hono';
import { chooseEncoding } from '#api/middleware/compression.ts';
import { pagePolicy } from '#api/middleware/security-headers.ts';
import type { WebFile, WebFiles } from '#api/web-files.ts';
import { isPage } from '#contract/pages.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

const nonceBytes = 16;

/** Names under /assets/ carry a hash of their content, so they never change. */
function cachingOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache';
}

function serveFile(c: Context, file: WebFile): Response {
  const encoding = chooseEncoding(c.req.header('Accept-Encoding'));
  const packed = encoding === null ? undefined : file.packed[encoding];
  c.header('Content-Type', file.type);
  c.header('Cache-Control', cachingOf(c.req.path));
  if (encoding !== null && packed !== undefined) {
    c.header('Content-Encoding', encoding);
    c.header('Vary', 'Accept-Encoding');
  }
  return c.body(packed ?? file.octets);
}

/** Answers with a file of the web app, or with its page, which draws the card for unknown paths itself. */
export function createWebServer(
  web: WebFiles,
  { random, settings, domains, google }: Pick<AccountContext, 'random' | 'settings' | 'domains' | 'google'>,
  hasSession: (c: Context) => boolean,
) {
  const { publicUrl, delivery } = settings;
  /** What the build leaves open, for the page to say at once. */
  const fill = (page: string, session: 'none' | 'unknown', nonce: string): string => {
    const values: Readonly<Record<string, string>> = {
      CSP_NONCE: nonce,
      // Pictures of a page must name their whole address.
      PUBLIC_URL: publicUrl,
      DELIVERY: delivery,
      DOMAIN: domains.names()[0] ?? '',
      GOOGLE: google === null ? 'off' : 'on',
      SESSION: session,
    };
    return page.replaceAll(/__([A-Z_]+)__/g, (placeholder, name: string) => values[name] ?? placeholder);
  };
  const servePage = (c: Context): Response => {
    const nonce = random.bytes(nonceBytes).toString('base64');
    c.header('Content-Security-Policy', pagePolicy(nonce));
    c.header('Cache-Control', 'private, no-cache');
    const status = isPage(c.req.path, delivery === 'preview') ? 200 : 404;
    if (hasSession(c)) return c.html(fill(web.page, 'unknown', nonce), status);
    // A query may change what a page shows first.
    const prerendered = c.req.url.includes('?') ? undefined : web.prerenderedPages.get(c.req.path);
    return c.html(fill(prerendered ?? web.page, 'none', nonce), status);
  };
  return (c: Context): Response => {
    const file = web.files.get(c.req.path);
    if (file !== undefined) return serveFile(c, file);
    return servePage(c);
  };
}
