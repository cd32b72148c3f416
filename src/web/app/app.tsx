import { StrictMode, type ReactNode } from 'react';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { Providers } from '#web/app/providers.tsx';

/** The whole of it, around a router with `Pages`. */
export const App = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <ErrorBoundary>
      <Providers>{children}</Providers>
    </ErrorBoundary>
  </StrictMode>
);
