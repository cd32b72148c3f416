import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DeliveriesResponse } from '#contract/aliases.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const pendingRefetchMs = 15_000;

const deliveriesQuery = queryOptions({
  queryKey: [ownKey, 'aliases', 'deliveries'],
  queryFn: ({ signal }) => request<DeliveriesResponse>('/api/deliveries', { signal }),
  refetchInterval: ({ state }) => (state.data?.deliveries.length ? pendingRefetchMs : false),
});

/** What waits for an alias; nothing for most of them. One request serves the whole list. */
export function useDeliveries(aliasId: string): DeliveriesResponse['deliveries'][number] | undefined {
  return useQuery({
    ...deliveriesQuery,
    enabled: useConfig()?.features.deliveries ?? false,
    select: ({ deliveries }) => deliveries.find((one) => one.aliasId === aliasId),
  }).data;
}
