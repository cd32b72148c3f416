import { StrictMode, type ReactNode } from 'react';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { Providers } from '#web/app/providers.tsx';

/** The whole of it, around a router with `Pages`. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <Providers>{children}</Providers>
      </ErrorBoundary>
    </StrictMode>
  );
}
