import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '#web/lib/request.ts';

const pollMs = 2_000;

const messagesQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => request('GET /api/inbox', { signal }),
  // Live while the page is visible; the browser asks with the ETag of its cached answer. Without an inbox, never again.
  refetchInterval: ({ state }) => (state.data ? pollMs : false),
});

export function useMessages() {
  return useQuery(messagesQuery);
}

export function useMessage(id: string) {
  return useQuery({
    queryKey: ['inbox', id],
    queryFn: ({ signal }) => request('GET /api/inbox/{id}', { params: { id }, signal }),
  });
}
