import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { takePage, type PageSource } from './kept-pages.ts';

/** Somebody signed in at a screen of ours. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly email: string;
  readonly userId: string;
  /** What the browser's console complained about. */
  readonly complaints: string[];
  /** Calls the API with this browser's cookies; gives the body of the answer. */
  call<Answer>(method: string, path: string, payload?: unknown): Promise<Answer>;
}

interface VisitOptions {
  readonly webUrl: string;
  readonly email: string;
  readonly viewport?: { width: number; height: number };
  readonly dark?: boolean;
  /** Fades and slides are to be seen. */
  readonly moves?: boolean;
}

/** For `startPreview`: it believes us that each visitor has an address of their own, as limits count by address. */
export const manyVisitors = { TRUSTED_PROXIES: '127.0.0.0/8, ::1' };

let visitors = 0;

export const password = 'correct horse battery';

/** Keeps what the console of a page complains about. */
export function listenForComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

/** A page as in a browser of one's own, with a new account that is signed in. */
export async function beginVisit(browser: PageSource, options: VisitOptions): Promise<Visit> {
  const { webUrl, email, viewport = { width: 1280, height: 900 }, dark = false, moves = false } = options;
  const { context, page } = await takePage(browser, {
    baseURL: webUrl,
    viewport,
    permissions: ['clipboard-write'],
    reducedMotion: moves ? 'no-preference' : 'reduce',
  });
  await context.addInitScript((theme) => localStorage.setItem('theme', theme), dark ? 'dark' : 'light');
  const complaints: string[] = [];
  listenForComplaints(page, complaints);
  visitors += 1;
  const address = `198.51.100.${visitors}`;
  const call = async <Answer>(method: string, path: string, payload?: unknown): Promise<Answer> => {
    const response = await context.request.fetch(path, {
      method,
      // A connection that is kept may be closed at the moment of the next call.
      headers: { origin: webUrl, 'x-forwarded-for': address, connection: 'close' },
      ...(payload === undefined ? {} : { data: payload }),
    });
    return (await response.json()) as Answer;
  };
  const { user } = await call<{ user: { id: string } }>('POST', '/api/auth/register', { email, password });
  return { context, page, email, userId: user.id, complaints, call };
}

/** Makes aliases without the form. Gives their ids in the same order. */
export async function seedAliases(visit: Visit, names: readonly string[], forwardTo = visit.email): Promise<string[]> {
  const ids: string[] = [];
  for (const alias of names) {
    const wanted = { alias, domain: 'kauke.test', forwardTo };
    const answer = await visit.call<{ alias: { id: string } }>('POST', `/api/aliases/${visit.userId}`, wanted);
    ids.push(answer.alias.id);
  }
  return ids;
}

/** Waits until it is on the page. */
export async function expectShown(what: Locator, options: { readonly timeout?: number } = {}): Promise<void> {
  await what.waitFor(options);
}

/** Waits for texts, to the letter. */
export async function see(page: Page | Locator, ...shown: readonly string[]): Promise<void> {
  for (const text of shown) await page.getByText(text, { exact: true }).first().waitFor();
}

/**
 * Handles the next request of one method to a path. Those of other methods do not use it up: the list has the path of its
 * aliases, and is asked for again after each change that failed. Playwright's own `times` ends its watch over the page behind
 * the answer, and what the page asks for in that moment is never answered.
 */
export async function handleNext(
  page: Page,
  path: string,
  method: string,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let isOver = false;
  await page.route(path, (route) => {
    if (isOver || route.request().method() !== method) return route.fallback();
    isOver = true;
    return handle(route);
  });
}

/** Answers the next request of one method to a path, whatever the server would say. */
export function answerNext(
  page: Page,
  path: string,
  method: string,
  answer: Parameters<Route['fulfill']>[0],
): Promise<void> {
  return handleNext(page, path, method, (route) => route.fulfill(answer));
}

/** The next call is answered as ten minutes after the sign-in. */
export function askWhoIsThere(page: Page, path: string, method: string): Promise<void> {
  return answerNext(page, path, method, {
    status: 403,
    json: { message: 'Please confirm', code: 'confirm_identity' },
  });
}

/** A route that answers only when it is told to. */
export async function holdBack(page: Page, path: string, answer: (route: Route) => Promise<void>) {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    begun.resolve();
    await released.promise;
    await answer(route);
  });
  return { begun: begun.promise, release: released.resolve };
}
