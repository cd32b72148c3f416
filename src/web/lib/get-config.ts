import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/site.ts';
import { request } from '#web/lib/request.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => request<PublicConfig>('/api/config', { signal }),
});

/** What depends on how this instance is run; `null` until it is known. */
export function useConfig(): PublicConfig | null {
  return useQuery(configQuery).data ?? null;
}
