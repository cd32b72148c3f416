import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MessageResponse } from '#contract/messages.ts';
import type { TargetsResponse } from '#contract/targets.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const pendingRefetchMs = 15_000;

const targetsQuery = queryOptions({
  queryKey: [ownKey, 'targets'],
  queryFn: ({ signal }) => request<TargetsResponse>('/api/targets', { signal }),
  // The link is mostly opened elsewhere.
  refetchInterval: ({ state }) =>
    state.data?.targets.some((target) => target.state === 'pending') ? pendingRefetchMs : false,
});

export const useTargets = () => useQuery(targetsQuery);

export const removeTarget = (id: string) => request<MessageResponse>(`/api/targets/${id}`, { method: 'DELETE' });
