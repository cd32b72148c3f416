import { askEarly } from '#web/ask-early.ts';
import '#web/styles/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element to draw into.');

/** After the browser has painted; at once where it paints nothing, as behind another tab. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

const patienceMs = 1_000;

function unlessItTakesLong(event: Promise<unknown>): Promise<unknown> {
  return Promise.race([event, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** What the server drew is read first: its typeface comes before the program, unless that takes long. */
async function paintedInFull(): Promise<void> {
  await afterPaint();
  await unlessItTakesLong(document.fonts.ready);
  await afterPaint();
}

/** Once the first contents are on the screen (W3C Paint Timing): some frames after they were painted, in which a small program would load. */
async function shown(): Promise<void> {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const observer = new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(resolve));
  observer.observe({ type: 'paint', buffered: true });
  await unlessItTakesLong(promise);
  observer.disconnect();
}

function loadScript(name: string): Promise<unknown> {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: `/${name}`, onload: resolve, onerror: resolve });
  document.head.append(link);
  return promise;
}

/** The scripts of the page. They have to be there before it is hydrated. Should one fail, the program finds that out again, and says so. */
async function loadScripts(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(loadScript));
}

const { prerendered, shell, scripts = '' } = root.dataset;
// It is read while the program behind it is still being loaded.
if ((prerendered ?? shell) !== undefined) await paintedInFull();
if (prerendered !== undefined) await shown();
if (shell !== undefined && document.documentElement.dataset['session'] !== 'none') void askEarly(location.pathname);
const [{ start }] = await Promise.all([
  import('#web/start.tsx'),
  shell !== undefined && import('#web/take-over.ts'),
  loadScripts(scripts.split(' ').filter((name) => name !== '')),
]);
start(root);
