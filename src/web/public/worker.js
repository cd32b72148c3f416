// Only for those who keep their list for when there is no connection. The server is asked first for every page, so that no release is held up.
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

/** A page that was not answered has just been led to the one that is kept, which need not wait for the server once more. */
let isLed = false;

/** A network may take what is sent and never answer. */
const patienceMs = 15_000;

/**
 * Until the headers come: a body that has begun takes as long as it takes.
 * @param {Promise<Response>} answer
 * @returns {Promise<Response>}
 */
const unlessLate = (answer) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), patienceMs);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** @param {string} path */
const findKept = (path) => caches.match(path, { ignoreVary: true });

/** @param {Request} request */
const answerPage = async (request) => {
  const { pathname } = new URL(request.url);
  const kept = isLed && pathname === shellPath ? await findKept(shellPath) : undefined;
  isLed = false;
  isOffline = kept !== undefined;
  if (kept) return kept;
  const answer = fetch(request);
  try {
    return await unlessLate(answer);
  } catch {
    const shell = await findKept(shellPath);
    // Where nothing is kept there is nothing better than to wait.
    if (shell === undefined) return answer;
    isOffline = true;
    if (pathname === shellPath) return shell;
    isLed = true;
    return Response.redirect(shellPath);
  }
};

/**
 * Of the page that is kept, what is kept with it.
 * @param {Request} request
 */
const answerPart = async (request) => (await findKept(request.url)) ?? fetch(request);

addEventListener('install', () => void worker.skipWaiting());
addEventListener('activate', (/** @type {ActivateEvent} */ event) => event.waitUntil(worker.clients.claim()));
addEventListener('fetch', (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isPage = request.mode === 'navigate';
  if (isPage && pages.test(pathname)) event.respondWith(answerPage(request));
  else if (isPage) isOffline = false;
  else if (isOffline && parts.test(pathname)) event.respondWith(answerPart(request));
});
