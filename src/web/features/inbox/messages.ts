import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InboxEntry, InboxMessage } from '#contract/inbox.ts';
import { request } from '#web/lib/request.ts';

const pollMs = 2_000;

const messagesQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => request<{ messages: InboxEntry[] }>('/api/inbox', { signal }),
  // Live while the page is visible; the browser asks with the ETag of its cached answer. Without an inbox, never again.
  refetchInterval: ({ state }) => (state.data ? pollMs : false),
});

export function useMessages() {
  return useQuery(messagesQuery);
}

function messageQuery(id: string) {
  return queryOptions({
    queryKey: ['inbox', id],
    queryFn: ({ signal }) => request<{ message: InboxMessage }>(`/api/inbox/${encodeURIComponent(id)}`, { signal }),
  });
}

export function useMessage(id: string) {
  return useQuery(messageQuery(id));
}
