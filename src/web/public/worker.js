// Only for those who keep their list for when there is no connection. The server is asked first for everything, so that no release is held up.
const shellName = 'offline-list';
const shellPath = '/offline';
/** Pages of an account; any other says by itself that there is no connection. */
const pages = /^\/(?:dashboard|offline|aliases\/.+|settings(?:\/.+)?)?$/;
const parts = /^\/(?:assets\/|theme\.js$|favicon\.)/;

/** @typedef {Event & { request: Request; respondWith(answer: Promise<Response>): void }} FetchEvent */
/** @typedef {Event & { waitUntil(done: Promise<void>): void }} ActivateEvent */
/** @type {typeof globalThis & { skipWaiting(): Promise<void>; clients: { claim(): Promise<void> } }} */
const worker = globalThis;

/** The newest page is one that is kept. With any other the worker has nothing to do: its parts come as if there were none. */
let isOffline = false;

/** @param {Request} request */
const answerOffline = async ({ mode, url }) => {
  isOffline = true;
  const shell = await caches.open(shellName);
  const kept = await shell.match(mode === 'navigate' ? shellPath : url, { ignoreVary: true });
  if (kept === undefined) return Response.error();
  const isShell = mode !== 'navigate' || new URL(url).pathname === shellPath;
  return isShell ? kept : Response.redirect(shellPath);
};

addEventListener('install', () => void worker.skipWaiting());
addEventListener('activate', (/** @type {ActivateEvent} */ event) => event.waitUntil(worker.clients.claim()));
addEventListener('fetch', (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isPage = request.mode === 'navigate';
  if (isPage) isOffline = false;
  if (isPage ? !pages.test(pathname) : !isOffline || !parts.test(pathname)) return;
  event.respondWith(fetch(request).catch(() => answerOffline(request)));
});
