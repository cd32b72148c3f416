import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TargetLinkResponse } from '#contract/targets.ts';
import { request } from '#web/lib/request.ts';

/** POST, so that the token stands in no address and in no log. */
export function targetLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['target-link', token],
    queryFn: ({ signal }) =>
      request<TargetLinkResponse>('/api/targets/link', { method: 'POST', payload: { token }, signal }),
  });
}

export function useTargetLink(token: string) {
  return useQuery(targetLinkQuery(token));
}
