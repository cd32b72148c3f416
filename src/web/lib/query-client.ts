import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { forgetSession } from '#web/lib/session.ts';
import { RequestError } from '#web/lib/request.ts';

const whenSessionEnded = (error: Error): void => {
  if (error instanceof RequestError && error.body.code === 'not_signed_in') forgetSession(queryClient);
};

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
    mutations: { retry: false, networkMode: 'always' },
  },
});
