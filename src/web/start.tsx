import { createRoot, hydrateRoot } from 'react-dom/client';
import type { PublicConfig } from '#contract/site.ts';
import { App } from '#web/app/app.tsx';
import { Pages } from '#web/app/routes.tsx';
import { tellHydrated, tellSeen, whenHydrated } from '#web/lib/hydration.ts';
import { followOtherTabs, queryClient } from '#web/app/query-client.ts';
import { configQuery } from '#web/lib/get-config.ts';
import { BrowserRouter } from '#web/lib/router/router.tsx';

declare global {
  var __webpack_nonce__: string | undefined;
}

/** CSP nonce: dialogs lock the page's scrolling by a `<style>`; their library looks for its nonce under this bundler's name. */
function shareCspNonce(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
}

/** After hydration: what was prerendered can be used from now on. */
function enable(root: HTMLElement): void {
  delete root.dataset['prerendered'];
  for (const form of root.querySelectorAll('form')) form.inert = false;
}

/** What the server drew the page from: hydrated from the same, it is the same. */
function adoptConfig({ dataset }: HTMLElement): void {
  if (dataset['config']) queryClient.setQueryData(configQuery.queryKey, JSON.parse(dataset['config']) as PublicConfig);
  delete dataset['config'];
}

/** Draws the page, hydrates what was prerendered, or puts it in the place of its frame. */
export function start(root: HTMLElement): void {
  shareCspNonce();
  followOtherTabs();
  // Nothing that is drawn first waits for it, and a page works without.
  void import('#web/keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined);
  const app = (
    <App>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </App>
  );
  adoptConfig(root);
  if (root.dataset['prerendered'] !== undefined) {
    hydrateRoot(root, app);
    void whenHydrated.then(() => enable(root));
    tellSeen();
    return;
  }
  tellHydrated();
  if (root.dataset['shell'] === undefined) {
    createRoot(root).render(app);
    tellSeen();
  } else void import('#web/take-over.ts').then(({ takeOver }) => takeOver(root, app));
}
