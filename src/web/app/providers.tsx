import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Toasts } from '#web/components/ui/toasts.tsx';
import { TooltipLayer } from '#web/components/ui/tooltip-layer.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <TooltipLayer />
      <Toasts />
    </QueryClientProvider>
  );
}
