import type { Context } from 'hono';
import { chooseEncoding } from '#api/middleware/compression.ts';
import { pagePolicy } from '#api/middleware/security-headers.ts';
import type { WebFile, WebFiles } from '#api/web-files.ts';
import { isPage } from '#contract/pages.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';

/** What the build writes where the nonce of each answer belongs. */
const noncePlaceholder = '__CSP_NONCE__';
/** And where the address of this installation does, which pictures of a page must name whole. */
const publicUrlPlaceholder = '__PUBLIC_URL__';
/** And where mail goes: the page says at once when that is nowhere. */
const deliveryPlaceholder = '__DELIVERY__';
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

/** The build's hint to load the landing page, and where it is of use. */
const landingHint = /<link[^>]*data-page="landing"[^>]*>/;
const landingPaths: ReadonlySet<string> = new Set(['/', '/home']);

/** Answers with a file of the web app, or with its page, which draws the card for unknown paths itself. */
export const createWebServer = (web: WebFiles, { random, settings }: Pick<AccountContext, 'random' | 'settings'>) => {
  const { publicUrl, delivery } = settings;
  const preview = delivery === 'preview';
  const landingPage = web.page.replaceAll(publicUrlPlaceholder, publicUrl).replace(deliveryPlaceholder, delivery);
  const otherPage = landingPage.replace(landingHint, '');
  const servePage = (c: Context): Response => {
    const nonce = random.bytes(nonceBytes).toString('base64');
    c.header('Content-Security-Policy', pagePolicy(nonce));
    c.header('Cache-Control', 'no-cache');
    const page = landingPaths.has(c.req.path) ? landingPage : otherPage;
    return c.html(page.replaceAll(noncePlaceholder, nonce), isPage(c.req.path, preview) ? 200 : 404);
  };
  return (c: Context): Response => {
    const file = web.files.get(c.req.path);
    if (file !== undefined) return serveFile(c, file);
    return servePage(c);
  };
};
