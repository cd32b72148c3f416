import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DomainsResponse } from '#contract/aliases.ts';
import { request } from '#web/lib/request.ts';

const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => request<DomainsResponse>('/api/domains', { signal }),
});

export function useDomains() {
  return useQuery(domainsQuery);
}
