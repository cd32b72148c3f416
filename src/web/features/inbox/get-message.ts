import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InboxMessage } from '#contract/inbox.ts';
import { request } from '#web/lib/request.ts';

function messageQuery(id: string) {
  return queryOptions({
    queryKey: ['inbox', id],
    queryFn: ({ signal }) => request<{ message: InboxMessage }>(`/api/inbox/${encodeURIComponent(id)}`, { signal }),
  });
}

export function useMessage(id: string) {
  return useQuery(messageQuery(id));
}
