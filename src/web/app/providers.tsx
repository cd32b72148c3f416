import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { Toaster } from '#web/app/pages.ts';
import { TooltipLayer } from '#web/components/ui/tooltip-layer.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { useHeldToast } from '#web/lib/toast.ts';

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <TooltipLayer />
    <Toasts />
  </QueryClientProvider>
);

/** Nothing is loaded for toasts before there is one. */
const Toasts = () =>
  useHeldToast() && (
    <Suspense>
      <Toaster />
    </Suspense>
  );
