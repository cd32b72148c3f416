import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { Site } from '#api/describe-site.ts';
import { pagePolicy } from '#api/middleware/answer-headers.ts';
import { chooseEncoding, type Encoding } from '#api/middleware/compression.ts';
import { createPageFinder, nameScripts, type Pages, type PageScripts } from '#api/drawn-pages.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { loadPolicyDrawer, policyPlacer } from '#api/policies.ts';
import type { PublicConfigContext } from '#api/public-config.ts';
import { isPrivate } from '#contract/account/registration-mode.ts';
import { defaultLanguage, languages, type Language } from '#contract/account/languages.ts';
import { findPage, isPage, operatorPage } from '#contract/pages.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

interface WebFile {
  readonly type: string;
  readonly octets: Uint8Array<ArrayBuffer>;
  /** The same, packed at build time. */
  readonly packed: Readonly<Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>>;
}

/** The built web app in memory: a few megabytes, and no request ever names a path on disk. */
interface WebFiles {
  /** English is always there. */
  readonly pages: Readonly<Partial<Record<Language, Pages>>> & Readonly<Record<typeof defaultLanguage, Pages>>;
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
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
};

const packedEndings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

function loadPages(folder: string): Pages {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const names = readdirSync(folder).filter((name) => name.endsWith('.html') && name !== 'index.html');
  return {
    page: read('index.html'),
    prerenderedPages: new Map(names.map((name) => [name.slice(0, -'.html'.length), read(name)])),
    scripts: new Map(Object.entries(JSON.parse(read('page-scripts.json')) as Record<string, PageScripts>)),
    drawPolicies: loadPolicyDrawer(folder),
  };
}

/**
 * Reads a built web app. Files of other types than a web app has (the build's own marks) are not served.
 * @throws StartError where none was built, or not all of it.
 */
export function loadWebFiles(folder: string): WebFiles {
  try {
    return readWebFiles(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new StartError(`The web app in ${folder} is not built, or only half; run: npm run prestart`, {
      cause: error,
    });
  }
}

function readWebFiles(folder: string): WebFiles {
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
  const built = languages.filter((language) => existsSync(join(folder, language, 'index.html')));
  const others = built.map((language) => [language, loadPages(join(folder, language))] as const);
  return { pages: { ...Object.fromEntries(others), en: loadPages(folder) }, files };
}

/** What draws no page, and is the look of each: its style sheet, typeface, icons, and the script that knows the theme. */
const looks =
  /<link rel="(?:stylesheet|icon)"[^>]*>|<link rel="preload"[^>]*as="font"[^>]*>|<script src="\/theme\.js"[^>]*><\/script>/gu;

/** The look of the web app, for a page that the server writes itself; there is none without a web app. */
export function lookOf(web: WebFiles | null): (nonce: string) => string {
  const tags = (web?.pages[defaultLanguage].page.match(looks) ?? []).join('\n');
  return (nonce) => tags.replaceAll('__CSP_NONCE__', nonce);
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
  // The policy of a worker is that of its script, and this one asks the server for what it answers.
  if (c.req.path === '/worker.js') c.header('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
  if (encoding !== null && packed !== undefined) {
    c.header('Content-Encoding', encoding);
    c.header('Vary', 'Accept-Encoding');
  }
  return c.body(packed ?? file.octets);
}

/** Answers with a file of the web app, or with its page, which draws the card for unknown paths itself. */
export function createWebServer(
  web: WebFiles,
  core: PublicConfigContext & Pick<AccountContext, 'random' | 'log'>,
  site: Site,
  sessions: Pick<Sessions, 'token' | 'operates' | 'language'>,
) {
  const { random, domains, google, provider } = core;
  const { publicUrl, delivery, registration } = core.settings;
  const isClosed = isPrivate(registration);
  const find = createPageFinder({ isClosed, placePolicy: policyPlacer(core, site) });
  /** What the build leaves open, for the page to say at once. */
  const fill = (page: string, session: 'none' | 'unknown', nonce: string): string => {
    const values: Readonly<Record<string, string>> = {
      CSP_NONCE: nonce,
      // Pictures of a page must name their whole address.
      PUBLIC_URL: publicUrl,
      DELIVERY: delivery,
      DOMAIN: isClosed && session === 'none' ? exampleDomain : (domains.names()[0] ?? ''),
      GOOGLE: google === null ? 'off' : 'on',
      PROVIDER: provider.name,
      REGISTRATION: registration,
      SESSION: session,
    };
    return page.replaceAll(/__([A-Z_]+)__/g, (placeholder, name: string) => values[name] ?? placeholder);
  };
  /** In the language of whoever asks, where it was built. */
  const choosePages = async (c: Context): Promise<Pages> => {
    const wished = await sessions.language(c);
    const language = web.pages[wished] === undefined ? defaultLanguage : wished;
    c.header('Content-Language', language);
    c.header('Vary', 'Cookie, Accept-Language');
    return web.pages[language] ?? web.pages[defaultLanguage];
  };
  const isThere = async (c: Context): Promise<boolean> =>
    isPage(c.req.path, delivery === 'preview') || (c.req.path === operatorPage && (await sessions.operates(c)));
  const servePage = async (c: Context): Promise<Response> => {
    const nonce = random.bytes(nonceBytes).toString('base64');
    c.header('Content-Security-Policy', pagePolicy(nonce, delivery === 'preview' ? 'own' : 'none'));
    c.header('Cache-Control', 'private, no-cache');
    const isKnown = await isThere(c);
    const pages = await choosePages(c);
    // Found with the language. Whoever has a cookie that opens nothing is a stranger.
    const isOwner = sessions.token(c) !== null && c.get('session') !== undefined;
    const session = isOwner ? 'unknown' : 'none';
    const asked = { c, pages, isKnown, fill: (page: string) => fill(page, session, nonce) };
    const page = await (isOwner ? find.forOwner(asked) : find.forStranger(asked));
    const scripts = isKnown
      ? (pages.scripts.get(c.req.path) ?? pages.scripts.get(findPage(c.req.path) ?? ''))
      : undefined;
    return c.html(nameScripts(page, scripts?.[isOwner ? 'owner' : 'stranger']), isKnown ? 200 : 404);
  };
  return (c: Context): Response | Promise<Response> => {
    const file = web.files.get(c.req.path);
    return file === undefined ? servePage(c) : serveFile(c, file);
  };
}
