import { offlinePage } from '#contract/pages.ts';
import { offlineName } from '#web/lib/offline/offline-owner.ts';

/** What a page names that it cannot be drawn without. */
const named = /(?:href|src)="(\/[^"]+\.(?:js|css|svg))"/gu;

/** Of no use where everything lies in the browser, which complains of those that go by the worker. */
const preload = /<link rel="modulepreload"[^>]*>/gu;

/** The page as strangers get it, so that nothing of an account is in it, in the language of this one. */
function fetchPage(): Promise<Response> {
  return fetch(offlinePage, { credentials: 'omit', headers: { 'Accept-Language': __LANGUAGE__ } });
}

/** The parts of the page that draws the list, which the server names in it, and the typefaces that this page has loaded. */
function partsOf(html: string): Set<string> {
  const fonts = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.endsWith('.woff2'));
  return new Set([...[...html.matchAll(named)].flatMap(([, path]) => path ?? []), ...fonts]);
}

/**
 * Keeps what it takes to draw a page without a connection, of the release that the server has now. The worker asks the server
 * first for every page, so that nothing kept here holds up the next release. @throws Error where there is none, not of before either
 */
export async function keepShell(): Promise<void> {
  await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' });
  const page = await fetchPage();
  if (!page.ok) {
    // The one of before shows a list as well.
    if (await caches.match(offlinePage, { ignoreVary: true })) return;
    throw new Error(`the page for a lost connection came with ${page.status}`);
  }
  const html = await page.text();
  const wanted = partsOf(html);
  const cache = await caches.open(offlineName);
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // A name under /assets/ stands for its contents.
  await cache.addAll([...wanted].filter((path) => !path.startsWith('/assets/') || !held.has(path)));
  // Last, so that it never names what is not there.
  await cache.put(offlinePage, new Response(html.replaceAll(preload, ''), page));
  for (const path of held) if (path !== offlinePage && !wanted.has(path)) await cache.delete(path);
  await navigator.serviceWorker.ready;
}
