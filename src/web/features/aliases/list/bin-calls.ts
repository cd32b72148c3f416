import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { refreshAliases } from '#web/lib/aliases/held-aliases.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

export function useBin(userId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [ownKey, 'bin', userId],
    queryFn: ({ signal }) =>
      request('GET /api/aliases/{id}', { params: { id: userId }, query: { bin: 'true' }, signal }),
  });
}

const changesQuery = queryOptions({
  queryKey: [ownKey, 'changes'],
  queryFn: ({ signal }) => request('GET /api/undo', { signal }),
});

export function useChanges() {
  return useQuery(changesQuery);
}

export function useRestoreAlias(id: string) {
  return useMutation({
    scope: { id },
    mutationFn: () => request('POST /api/aliases/{id}/restore', { params: { id } }),
    onSettled: (_answer, _error, _nothing, _result, { client }) => refreshAliases(client),
  });
}

export function useForgetAlias(id: string) {
  return useMutation({
    scope: { id },
    mutationFn: () => requestConfirmed('DELETE /api/aliases/{id}/forget', { params: { id } }),
    onSettled: (_answer, _error, _nothing, _result, { client }) => refreshAliases(client),
  });
}
