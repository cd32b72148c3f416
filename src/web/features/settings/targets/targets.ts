import { queryOptions, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import type { AccountTarget } from '#contract/targets.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const pendingRefetchMs = 15_000;

const targetsQuery = queryOptions({
  queryKey: [ownKey, 'targets'],
  queryFn: ({ signal }) => request('GET /api/targets', { signal }),
  // The link is mostly opened elsewhere.
  refetchInterval: ({ state }) =>
    state.data?.targets.some((target) => target.state === 'pending') ? pendingRefetchMs : false,
});

export function useTargets() {
  return useQuery(targetsQuery);
}

export function removeTarget(id: string) {
  return requestConfirmed('DELETE /api/targets/{id}', { params: { id } });
}

/** Draws at once that a target is gone: what had the focus is then gone, too, when the question closes. */
export function dropTarget(client: QueryClient, id: string): void {
  client.setQueryData(
    targetsQuery.queryKey,
    (answer) => answer && { targets: answer.targets.filter((target) => target.id !== id) },
  );
}

export function useChangeSpfReplies({ id }: AccountTarget) {
  const { queryKey } = targetsQuery;
  return useMutation({
    mutationFn: (spfReplies: boolean) =>
      request('PATCH /api/targets/{id}', { params: { id }, payload: { spfReplies } }),
    // An answer on its way would show once more what was before.
    onMutate: (_spfReplies, { client }) => client.cancelQueries({ queryKey }),
    onSuccess: ({ target: changed }, _spfReplies, _result, { client }) => {
      client.setQueryData(
        queryKey,
        (answer) => answer && { targets: answer.targets.map((target) => (target.id === id ? changed : target)) },
      );
    },
  });
}
