import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { SessionResponse, User } from '#contract/accounts.ts';
import { request } from '#web/lib/request.ts';

const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request<SessionResponse>('/api/auth/session', { signal }),
});

/** Who is signed in. A failed check counts as signed out. */
export const useSession = (): { user: User | null; isLoading: boolean } => {
  const { data, isPending } = useQuery(sessionQuery);
  return { user: data?.user ?? null, isLoading: isPending };
};

export const rememberSession = (client: QueryClient, answer: SessionResponse): void => {
  client.setQueryData(sessionQuery.queryKey, answer);
};

/** Forgets who was signed in and everything that belongs to them. */
export const forgetSession = (client: QueryClient): void => {
  client.setQueryData(sessionQuery.queryKey, { user: null });
  client.removeQueries({ queryKey: ['aliases'] });
};
