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

/** Said while the totals are loading or could not be had. */
const fallbackThousands = 31;

/** How many people there are, and how many aliases they have. */
export function socialProof(stats: Stats | null): string {
  return stats === null
    ? landingMessages.totalsAbove(fallbackThousands)
    : landingMessages.totals(stats.totalUsers, stats.totalAliases);
}

/** The last words of the page. Below a thousand people they name no number. */
export function closingText(stats: Stats | null): string {
  return landingMessages.join(stats === null ? fallbackThousands : Math.floor(stats.totalUsers / 1000));
}
