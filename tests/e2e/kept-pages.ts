import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, ViewportSize } from 'playwright-core';
import { keepCache } from './keep-cache.ts';
import { forgetToasts, rememberToasts } from './remember-toasts.ts';
import { waitForProgram } from './wait-for-program.ts';

/** A browser, or what gives pages of the one that runs. */
export type PageSource = Pick<Browser, 'newContext' | 'newPage'>;

/**
 * A page is handed from test to test of a file, emptied: a new one with a process and a cache of its own costs half as much again as
 * all that a short test does in it.
 */
interface Kept {
  readonly source: PageSource;
  /** Who asks with other options gets another one. */
  readonly key: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly reducedMotion: Motion;
  readonly cache: ReturnType<typeof keepCache>;
  /** What a test put on it and is taken off again. */
  readonly added: Removable[];
  /** A test did what lasts. */
  isSpent: boolean;
}

type Motion = 'reduce' | 'no-preference';
type Removable = Promise<{ dispose(): Promise<void> }>;

export interface PageOptions extends BrowserContextOptions {
  readonly baseURL: string;
  readonly viewport: ViewportSize;
  /** Still, unless the test is about what moves: each fade is a dozen frames to draw. */
  readonly reducedMotion?: Motion;
}

/** Nothing here takes longer, even on a busy machine. */
const waitMs = 60_000;

let hasFailed = (): boolean => false;

/** Screenshots are made by these pages, too, and by no test. */
export function askWhetherTestFailed(ask: () => boolean): void {
  hasFailed = ask;
}

const idle: Kept[] = [];
const endings = new WeakMap<BrowserContext, () => Promise<void>>();

const removable = ['addInitScript', 'exposeBinding', 'exposeFunction'] as const;
const lasting = [
  'addLocatorHandler',
  'grantPermissions',
  'newCDPSession',
  'once',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;
const ofClock = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;
const events = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const;

/**
 * A library that tries whether code may be made of text is refused by our policy, quietly for who looks at the page, and not for an audit:
 * the console complains of it from now on.
 */
async function complainOfEval(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      if (blockedURI === 'eval') console.warn('Something tried to make code of text.');
    });
  });
}

type Method = (...given: unknown[]) => unknown;

/** Calls `note` with what a method gave, whenever somebody calls it. */
function watch(target: object, names: readonly string[], note: (result: unknown) => void): void {
  const methods = target as Record<string, Method | undefined>;
  for (const name of names) {
    const method = methods[name]?.bind(target);
    if (method === undefined) continue;
    methods[name] = (...given) => {
      const result = method(...given);
      note(result);
      return result;
    };
  }
}

async function makePage(source: PageSource, key: string, options: Omit<PageOptions, 'viewport'>): Promise<Kept> {
  const context = await source.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(waitMs);
  const page = await context.newPage();
  waitForProgram(page);
  await rememberToasts(page);
  await complainOfEval(page);
  const devtools = await context.newCDPSession(page);
  const cache = keepCache(page);
  const { reducedMotion = 'reduce' } = options;
  const kept: Kept = { source, key, context, page, devtools, reducedMotion, cache, added: [], isSpent: false };
  const spend = (): void => void (kept.isSpent = true);
  for (const target of [context, page]) {
    watch(target, removable, (result) => void kept.added.push(result as Removable));
    watch(target, lasting, spend);
  }
  page.on('crash', spend);
  watch(context, ['route'], cache.spend);
  // Of a page they are taken off again.
  watch(context, ['on'], spend);
  watch(context.clock, ofClock, spend);
  // Nobody knows whether it was let go again.
  for (const held of [page.keyboard, page.mouse]) watch(held, ['down'], spend);
  endings.set(context, context.close.bind(context));
  context.close = () => putBack(kept);
  return kept;
}

/** Nothing of a test is left: what its page had stored, what listens, what answers, where it has been. */
async function empty({ context, page, devtools, cache, added, reducedMotion }: Kept): Promise<void> {
  for (const event of events) page.removeAllListeners(event);
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  cache.forget();
  for (const one of added.splice(0)) await (await one).dispose();
  // A document of the same origin without a program: only there its storage is reached, and the process stays.
  await page.goto('/robots.txt');
  const origin = await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
    return location.origin;
  });
  const storageTypes = 'file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await devtools.send('Page.resetNavigationHistory');
  await context.clearCookies();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion, forcedColors: null, contrast: null });
  await page.mouse.move(-1, -1);
  forgetToasts(page);
}

function isGone({ isSpent, page }: Kept): boolean {
  return isSpent || page.isClosed();
}

/** Instead of an end: the next test takes it, unless this one failed or did what lasts. */
async function putBack(kept: Kept): Promise<void> {
  const { context } = kept;
  // Whoever closes twice must not hand it to two.
  if (idle.includes(kept)) return;
  const isOver = isGone(kept) || hasFailed() || context.serviceWorkers().length > 0;
  // What does not let itself be emptied, as its browser dies at this moment, is nobody's.
  if (
    !isOver &&
    (await empty(kept).then(
      () => true,
      () => false,
    )) &&
    !isGone(kept)
  )
    idle.push(kept);
  else await closeForGood(context);
}

/** A page that nobody else has at this moment, in a browser of its own as far as anybody can tell. */
export async function takePage(
  source: PageSource,
  { viewport, ...options }: PageOptions,
): Promise<Pick<Kept, 'context' | 'page'>> {
  const key = JSON.stringify(options);
  const at = idle.findIndex((one) => one.source === source && one.key === key && !isGone(one));
  const [kept = await makePage(source, key, options)] = at === -1 ? [] : idle.splice(at, 1);
  await kept.page.setViewportSize(viewport);
  return kept;
}

export async function closeForGood(context: BrowserContext): Promise<void> {
  const at = idle.findIndex((one) => one.context === context);
  if (at !== -1) idle.splice(at, 1);
  await (endings.get(context)?.() ?? context.close());
}
