import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { ErrorBoundary } from '#web/app/error-boundary.tsx';
import { TooltipLayer } from '#web/components/ui/tooltip-layer.tsx';
import { queryClient } from '#web/app/query-client.ts';

/** The whole of it, around a router with `Pages`. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          {children}
          <TooltipLayer />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
}
