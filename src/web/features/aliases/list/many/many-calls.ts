import { queryOptions, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import type { BulkChange, BulkResponse } from '#contract/aliases/bulk.ts';
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

/** The list of labels says how many aliases have each. */
export async function refreshBoth(client: QueryClient): Promise<void> {
  await Promise.all([refreshAliases(client), client.invalidateQueries(labelsQuery)]);
}

/** What became of a change of many, portion by portion. */
export interface ManyOutcome {
  readonly changed: number;
  readonly skipped: BulkResponse['skipped'];
  /** In their order; the last one is undone first. */
  readonly undos: readonly string[];
  /** How many were reached. */
  readonly reached: number;
  /** Why the rest was not; null: all were. */
  readonly error: unknown;
}

type ChangePortion = (ids: string[], change: BulkChange) => Promise<BulkResponse>;

function changePortion(ids: string[], change: BulkChange): Promise<BulkResponse> {
  return requestConfirmed('PATCH /api/aliases', { payload: { ids, change } });
}

/**
 * Changes aliases by as many calls as it takes: those that were selected, and no other that a filter would find by now. The first call that
 * fails ends it.
 */
export async function changeInPortions(
  ids: readonly string[],
  change: BulkChange,
  onReached: (reached: number) => void,
  call: ChangePortion = changePortion,
): Promise<ManyOutcome> {
  const skipped: BulkResponse['skipped'] = [];
  const undos: string[] = [];
  let [changed, reached] = [0, 0];
  while (reached < ids.length) {
    const portion = ids.slice(reached, reached + lifeLimits.bulkIdsMax);
    try {
      const answer = await call(portion, change);
      changed += answer.changed;
      skipped.push(...answer.skipped);
      if (answer.undo !== null) undos.push(answer.undo);
    } catch (error) {
      return { changed, skipped, undos, reached, error };
    }
    reached += portion.length;
    onReached(reached);
  }
  return { changed, skipped, undos, reached, error: null };
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
