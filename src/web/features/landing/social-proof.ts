import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Stats } from '#contract/site.ts';
import { landingMessages } from '#messages/pages/landing.tsx';
import { request } from '#web/lib/request.ts';

const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => request('GET /api/stats', { signal }),
});

/** Totals of the whole service; `null` until they are known. */
export function useStats(): Stats | null {
  return useQuery(statsQuery).data?.stats ?? null;
}

/** Below so many people a number speaks for nothing. */
const peopleMin = 10;

/** How many people there are, and how many aliases they have; null while that is not known, and of a service that is nearly empty. */
export function socialProof(stats: Stats | null): string | null {
  return stats === null || stats.totalUsers < peopleMin
    ? null
    : landingMessages.totals(stats.totalUsers, stats.totalAliases);
}

/** The last words of the page. Below a thousand people, and while it is not known how many there are, they name no number. */
export function closingText(stats: Stats | null): string {
  return landingMessages.join(Math.floor((stats?.totalUsers ?? 0) / 1000));
}
