import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Stats, StatsResponse } from '#contract/site.ts';
import { request } from '#web/lib/request.ts';

const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => request<StatsResponse>('/api/stats', { signal }),
});

/** Totals of the whole service; `null` until they are known. */
export function useStats(): Stats | null {
  return useQuery(statsQuery).data?.stats ?? null;
}

/** Said while the totals are loading or could not be had. */
const fallbackTotal = '31,000+';
const fallbackThousands = 31;

function count(total: number, one: string, many: string): string {
  return `${total.toLocaleString()} ${total === 1 ? one : many}`;
}

/** How many people there are, and how many aliases they have. */
export function socialProof(stats: Stats | null): string {
  return stats === null
    ? `${fallbackTotal} people, ${fallbackTotal} aliases`
    : `${count(stats.totalUsers, 'person', 'people')}, ${count(stats.totalAliases, 'alias', 'aliases')}`;
}

/** The last words of the page. Below a thousand people they name no number. */
export function closingText(stats: Stats | null): string {
  const thousands = stats === null ? fallbackThousands : Math.floor(stats.totalUsers / 1000);
  return thousands < 1
    ? 'Join the people who keep their inbox to themselves.'
    : `Join the ${thousands}k+ people who keep their inbox to themselves.`;
}
