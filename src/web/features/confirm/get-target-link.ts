import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TargetLinkResponse } from '#contract/targets.ts';
import { request } from '#web/lib/request.ts';

/** POST, so that the token stands in no address and in no log. */
export const targetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['target-link', token],
    queryFn: ({ signal }) =>
      request<TargetLinkResponse>('/api/targets/link', { method: 'POST', payload: { token }, signal }),
  });

export const useTargetLink = (token: string) => useQuery(targetLinkQuery(token));
