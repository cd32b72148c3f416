import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPage } from '#web/app/load-page.ts';
import { queryClient } from '#web/app/query-client.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { configQuery } from '#web/lib/get-config.ts';
import { tellSeen } from '#web/lib/hydration.ts';
import { cameSignedOut } from '#web/lib/page-facts.ts';
import { sessionQuery } from '#web/lib/session.ts';

/** Where the server is slow the page says itself what it waits for. */
const patienceMs = 4_000;
const lookEveryMs = 20;
/** A page that has been drawn asks for what it needs a moment later. */
const calmLooks = 2;

/** Whether a page is there, and waits for no first answer. */
function isWhole(root: HTMLElement): boolean {
  const asks = queryClient.isFetching({ predicate: ({ state }) => state.data === undefined });
  return asks === 0 && root.querySelector('h1') !== null && root.querySelector('[data-waits]') === null;
}

async function untilWhole(root: HTMLElement, end: number): Promise<void> {
  let calm = 0;
  while (calm < calmLooks && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    calm = isWhole(root) ? calm + 1 : 0;
  }
}

/** Who went to a link by keyboard goes on from there. */
function findTwin(shell: HTMLElement, root: HTMLElement): HTMLElement | null {
  const focused = shell.querySelector(':focus');
  const selector = `${focused?.localName}[href="${CSS.escape(focused?.getAttribute('href') ?? '')}"]`;
  return focused?.matches('[href]') ? root.querySelector<HTMLElement>(selector) : null;
}

/** What decides which parts a page has. Drawn before it is known, they would be waited for one after the other. */
async function knowWho(): Promise<void> {
  const known = [queryClient.prefetchQuery(configQuery)];
  await queryClient.prefetchQuery(sessionQuery);
  if (queryClient.getQueryData(sessionQuery.queryKey)?.user) known.push(queryClient.prefetchQuery(accountQuery));
  await Promise.all(known);
}

/**
 * A page whose frame the server drew is drawn behind that, and put in its place as a whole: nothing of it is seen to wait, and nothing
 * moves.
 */
export async function takeOver(shell: HTMLElement, app: ReactNode): Promise<void> {
  const end = performance.now() + patienceMs;
  const known = Promise.all([knowWho(), loadPage(window.location.pathname, !cameSignedOut)]);
  await Promise.race([known, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  const root = document.createElement('div');
  root.hidden = true;
  shell.after(root);
  createRoot(root).render(app);
  await untilWhole(root, end);
  globalThis.earlyAnswers = undefined;
  const twin = findTwin(shell, root);
  root.hidden = false;
  shell.remove();
  root.id = 'root';
  twin?.focus({ preventScroll: true });
  tellSeen();
}
