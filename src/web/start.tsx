import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from '#web/app/app.tsx';
import { Pages } from '#web/app/routes.tsx';
import { shareCspNonce } from '#web/lib/csp-nonce.ts';
import { followOtherTabs } from '#web/lib/query-client.ts';
import { tellTakenOver, whenTakenOver } from '#web/lib/take-over.ts';

/** What came drawn can be used from now on. */
function bringToLife(root: HTMLElement): void {
  delete root.dataset['drawn'];
  for (const form of root.querySelectorAll('form')) form.inert = false;
}

/** Draws the page, or takes over what came drawn. */
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
  if (root.dataset['drawn'] === undefined) {
    tellTakenOver();
    createRoot(root).render(app);
  } else {
    hydrateRoot(root, app);
    void whenTakenOver.then(() => bringToLife(root));
  }
}
