import { queryOptions, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import type { AliasFilter, BulkChange, BulkInput } from '#contract/aliases/bulk.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { refreshAliases } from '#web/lib/aliases/held-aliases.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const labelsQuery = queryOptions({
  queryKey: [ownKey, 'labels'],
  queryFn: ({ signal }) => request('GET /api/labels', { signal }),
  // Aliases got and lost labels since.
  staleTime: 0,
});

export function useLabels() {
  return useQuery(labelsQuery);
}

/** The aliases that are chosen, and the filter that finds all of them: more than one call may name are named by that. */
export interface Chosen {
  readonly ids: readonly string[];
  readonly isAllFound: boolean;
  readonly filter: AliasFilter;
}

function nameThem({ ids, isAllFound, filter }: Chosen): Omit<BulkInput, 'change'> {
  return isAllFound && ids.length > lifeLimits.bulkIdsMax ? { filter } : { ids: [...ids] };
}

/** The list of labels says how many aliases have each. */
async function refreshBoth(client: QueryClient): Promise<void> {
  await Promise.all([refreshAliases(client), client.invalidateQueries(labelsQuery)]);
}

export function useChangeMany() {
  return useMutation({
    mutationFn: ({ chosen, change }: { chosen: Chosen; change: BulkChange }) =>
      requestConfirmed('PATCH /api/aliases', { payload: { ...nameThem(chosen), change } }),
    onSettled: (_answer, _error, _input, _result, { client }) => refreshBoth(client),
  });
}

export function useRenameLabel(id: string) {
  return useMutation({
    mutationFn: (name: string) => request('PATCH /api/labels/{id}', { params: { id }, payload: { name } }),
    onSettled: (_answer, _error, _name, _result, { client }) => refreshBoth(client),
  });
}

export function useDeleteLabel(id: string) {
  return useMutation({
    mutationFn: (_nothing: undefined) => request('DELETE /api/labels/{id}', { params: { id } }),
    onSettled: (_answer, _error, _nothing, _result, { client }) => refreshBoth(client),
  });
}
