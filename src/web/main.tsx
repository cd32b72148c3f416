import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { Providers } from '#web/app/providers.tsx';
import { Router } from '#web/app/router.tsx';
import { shareCspNonce } from '#web/lib/csp-nonce.ts';
import '#web/styles/app.css';

shareCspNonce();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element to draw into.');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Providers>
        <Router />
      </Providers>
    </ErrorBoundary>
  </StrictMode>,
);
