import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from '#web/app/app.tsx';
import { Pages } from '#web/app/routes.tsx';
import { tellHydrated, whenHydrated } from '#web/lib/hydration.ts';
import { followOtherTabs } from '#web/app/query-client.ts';

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

/** Draws the page, or hydrates what was prerendered. */
export function start(root: HTMLElement): void {
  shareCspNonce();
  followOtherTabs();
  const app = (
    <App>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </App>
  );
  if (root.dataset['prerendered'] === undefined) {
    tellHydrated();
    createRoot(root).render(app);
  } else {
    hydrateRoot(root, app);
    void whenHydrated.then(() => enable(root));
  }
}
