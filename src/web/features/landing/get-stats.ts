import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Stats, StatsResponse } from '#contract/stats.ts';
import { request } from '#web/lib/request.ts';

const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => request<StatsResponse>('/api/stats', { signal }),
});

/** Totals of the whole service; `null` until they are known. */
export function useStats(): Stats | null {
  return useQuery(statsQuery).data?.stats ?? null;
}
