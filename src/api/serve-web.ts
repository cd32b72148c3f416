import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import { pagePolicy } from '#api/middleware/answer-headers.ts';
import { chooseEncoding, type Encoding } from '#api/middleware/compression.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { isPrivate } from '#contract/account/registration-mode.ts';
import { isPage, operatorPage } from '#contract/pages.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

interface WebFile {
  readonly type: string;
  readonly octets: Uint8Array<ArrayBuffer>;
  /** The same, packed at build time. */
  readonly packed: Readonly<Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>>;
}

/** The built web app in memory: a megabyte or so, and no request ever names a path on disk. */
interface WebFiles {
  /** `index.html`, with placeholders for what differs from answer to answer. */
  readonly page: string;
  /** The same with a page prerendered in it, by path: what those see who are signed out. */
  readonly prerenderedPages: ReadonlyMap<string, string>;
  /** The same for a service that shows strangers nothing of itself. */
  readonly privateLanding: string;
  /** By path, `/assets/…` and the like. */
  readonly files: ReadonlyMap<string, WebFile>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const packedEndings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Reads a built web app. Files of other types than a web app has (the build's own marks) are not served. */
export function loadWebFiles(folder: string): WebFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(names);
  const read = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(name));
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const packed: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> = {};
    for (const encoding of ['br', 'gzip'] as const) {
      const packedName = name + packedEndings[encoding];
      if (present.has(packedName)) packed[encoding] = read(packedName);
    }
    files.set(name.slice(folder.length).replaceAll('\\', '/'), { type, octets: read(name), packed });
  }
  const readPage = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const [landing, auth] = [readPage('landing.html'), readPage('auth.html')];
  return {
    page: readPage('index.html'),
    prerenderedPages: new Map([
      ['/', landing],
      ['/home', landing],
      ['/auth', auth],
    ]),
    privateLanding: readPage('private-landing.html'),
    files,
  };
}

const nonceBytes = 16;

/** Stands in pictures of aliases where strangers see no domain of ours (RFC 2606 §3). */
const exampleDomain = 'example.com';

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
  {
    random,
    settings,
    domains,
    google,
    provider,
  }: Pick<AccountContext, 'random' | 'settings' | 'domains' | 'google' | 'provider'>,
  sessions: Pick<Sessions, 'token' | 'operates'>,
) {
  const { publicUrl, delivery, registration } = settings;
  const isClosed = isPrivate(registration);
  /** What the build leaves open, for the page to say at once. */
  const fill = (page: string, session: 'none' | 'unknown', nonce: string): string => {
    const values: Readonly<Record<string, string>> = {
      CSP_NONCE: nonce,
      // Pictures of a page must name their whole address.
      PUBLIC_URL: publicUrl,
      DELIVERY: delivery,
      DOMAIN: isClosed ? exampleDomain : (domains.names()[0] ?? ''),
      GOOGLE: google === null ? 'off' : 'on',
      PROVIDER: provider.name,
      REGISTRATION: registration,
      SESSION: session,
    };
    return page.replaceAll(/__([A-Z_]+)__/g, (placeholder, name: string) => values[name] ?? placeholder);
  };
  const findPrerendered = (path: string): string | undefined =>
    isClosed && (path === '/' || path === '/home') ? web.privateLanding : web.prerenderedPages.get(path);
  const isThere = async (c: Context): Promise<boolean> =>
    isPage(c.req.path, delivery === 'preview') || (c.req.path === operatorPage && (await sessions.operates(c)));
  const servePage = async (c: Context): Promise<Response> => {
    const nonce = random.bytes(nonceBytes).toString('base64');
    c.header('Content-Security-Policy', pagePolicy(nonce, delivery === 'preview' ? 'own' : 'none'));
    c.header('Cache-Control', 'private, no-cache');
    const status = (await isThere(c)) ? 200 : 404;
    if (sessions.token(c) !== null) return c.html(fill(web.page, 'unknown', nonce), status);
    // A query may change what a page shows first.
    const prerendered = c.req.url.includes('?') ? undefined : findPrerendered(c.req.path);
    return c.html(fill(prerendered ?? web.page, 'none', nonce), status);
  };
  return (c: Context): Response | Promise<Response> => {
    const file = web.files.get(c.req.path);
    return file === undefined ? servePage(c) : serveFile(c, file);
  };
}
