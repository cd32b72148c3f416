import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AliasesResponse } from '#contract/aliases.ts';
import { request } from '#web/lib/request.ts';

const pendingRefetchMs = 15_000;

const hasPendingTarget = (answer: AliasesResponse | undefined): boolean =>
  answer?.aliases.some(({ targets }) => targets.some(({ state }) => state === 'pending')) ?? false;

const aliasesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['aliases', userId],
    queryFn: ({ signal }) => request<AliasesResponse>(`/api/aliases/${userId}`, { signal }),
    // The link is mostly opened elsewhere; the list should notice without a reload.
    refetchInterval: ({ state }) => (hasPendingTarget(state.data) ? pendingRefetchMs : false),
  });

export const useAliases = (userId: string) => useQuery(aliasesQuery(userId));
