import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const origin = 'https://kauke.test';
const source = await readFile(new URL('../../public/worker.js', import.meta.url), 'utf8');

interface Asked {
  readonly request: { readonly url: string; readonly mode: string; readonly method: string };
  respondWith(answer: Promise<Response>): void;
}

/** The worker of a browser that keeps these paths. `ask` is undefined for what the worker leaves to the browser. */
function startWorker(server: (path: string) => Promise<Response>, kept: readonly string[]) {
  const listeners = new Map<string, (event: Asked) => void>();
  const pathOf = (url: string): string => new URL(url, origin).pathname;
  const match = (url: string) =>
    Promise.resolve(kept.includes(pathOf(url)) ? new Response(`kept ${pathOf(url)}`) : undefined);
  runInNewContext(source, {
    URL,
    setTimeout,
    clearTimeout,
    location: { origin },
    addEventListener: (name: string, listener: (event: Asked) => void) => listeners.set(name, listener),
    caches: { match, open: () => Promise.resolve({ match }) },
    fetch: ({ url }: Asked['request']) => server(pathOf(url)),
    Response: { redirect: (path: string) => Response.redirect(origin + path) },
  });
  return (path: string, mode = 'navigate'): Promise<Response> | undefined => {
    let answer: Promise<Response> | undefined;
    const request = { url: origin + path, mode, method: 'GET' };
    listeners.get('fetch')?.({ request, respondWith: (given) => void (answer = given) });
    return answer;
  };
}

const silent = (): Promise<Response> => new Promise(() => undefined);
const kept = ['/offline', '/assets/a.js'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a page that a network takes and never answers gives way to the one that is kept, whose parts wait for nothing', async () => {
  const ask = startWorker(silent, kept);
  const page = ask('/dashboard');
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await page)?.headers.get('location')).toBe(`${origin}/offline`);
  expect(await (await ask('/offline'))?.text()).toBe('kept /offline');
  expect(await (await ask('/assets/a.js', 'cors'))?.text()).toBe('kept /assets/a.js');
});

it('a page that is asked for again asks the server again', async () => {
  let isSilent = true;
  const ask = startWorker((path) => (isSilent ? silent() : Promise.resolve(new Response(`new ${path}`))), kept);
  const page = ask('/offline');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await (await page)?.text()).toBe('kept /offline');
  isSilent = false;
  expect(await (await ask('/offline'))?.text()).toBe('new /offline');
  expect(ask('/assets/a.js', 'cors')).toBe(undefined);
});

it('a body that has begun takes as long as it takes', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const ask = startWorker(() => Promise.resolve(new Response(readable)), kept);
  const text = (await ask('/dashboard'))?.text();
  await vi.advanceTimersByTimeAsync(60_000);
  const writer = writable.getWriter();
  void writer.write(new TextEncoder().encode('whole')).then(() => writer.close());
  expect(await text).toBe('whole');
});

it('a late page is waited for where none is kept', async () => {
  const late = Promise.withResolvers<Response>();
  const ask = startWorker(() => late.promise, []);
  const page = ask('/dashboard');
  await vi.advanceTimersByTimeAsync(60_000);
  late.resolve(new Response('late'));
  expect(await (await page)?.text()).toBe('late');
});
