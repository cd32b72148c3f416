import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InboxMessage } from '#contract/inbox.ts';
import { request } from '#web/lib/request.ts';

const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', id],
    queryFn: ({ signal }) => request<{ message: InboxMessage }>(`/api/inbox/${encodeURIComponent(id)}`, { signal }),
  });

export const useMessage = (id: string) => useQuery(messageQuery(id));
