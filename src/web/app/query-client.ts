import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { invalidateAliases } from '#web/lib/aliases/invalidate-aliases.ts';
import { hearOtherTabs } from '#web/lib/other-tabs.ts';
import { RequestError } from '#web/lib/request.ts';
import { doubtSession, refreshSession } from '#web/lib/session.ts';

function whenSessionEnded(error: Error): void {
  if (error instanceof RequestError && error.body.code === 'not_signed_in') void doubtSession(queryClient);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: whenSessionEnded }),
  mutationCache: new MutationCache({ onError: whenSessionEnded }),
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 5 * 60_000,
      // Without a network the request fails at once and the page says so, instead of waiting in silence.
      networkMode: 'always',
    },
    // Passwords go through mutations; nothing of them is kept.
    mutations: { retry: false, networkMode: 'always', gcTime: 0 },
  },
});

/** Looks again where another tab has changed something. */
export function followOtherTabs(): void {
  hearOtherTabs((news) => {
    if (news === 'session') void refreshSession(queryClient);
    else void invalidateAliases(queryClient);
  });
}
