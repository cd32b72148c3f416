import { queryOptions, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import type { AccountTarget, ChangeTarget, RefusedMail, Sending, TargetsResponse } from '#contract/targets.ts';
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

export function changeAddress(id: string, address: string) {
  return requestConfirmed('PUT /api/targets/{id}/address', { params: { id }, payload: { address } });
}

export function keepAddress(id: string) {
  return request('DELETE /api/targets/{id}/address', { params: { id } });
}

export function showTargets(client: QueryClient, { targets }: TargetsResponse): void {
  client.setQueryData(targetsQuery.queryKey, { targets });
}

export function showChangedTarget(client: QueryClient, changed: AccountTarget): void {
  client.setQueryData(
    targetsQuery.queryKey,
    (answer) => answer && { targets: answer.targets.map((one) => (one.id === changed.id ? changed : one)) },
  );
}

export type SendingChoice = keyof Sending;

export function useChangeTarget({ id }: AccountTarget, name: SendingChoice) {
  const { queryKey } = targetsQuery;
  return useMutation({
    mutationFn: (value: boolean) => {
      const payload: ChangeTarget = { [name]: value };
      return request('PATCH /api/targets/{id}', { params: { id }, payload });
    },
    // An answer on its way would show once more what was before.
    onMutate: (_value, { client }) => client.cancelQueries({ queryKey }),
    onSuccess: ({ target }, _value, _result, { client }) => showChangedTarget(client, target),
  });
}

/** What a status says of a message (RFC 3463 §3.3, §3.4, §3.7, §3.8). */
export function refusedFor({ status }: Pick<RefusedMail, 'status'>): 'size' | 'content' | 'rules' | 'unsaid' {
  if (status.startsWith('5.7.')) return 'rules';
  if (status === '5.0.0') return 'unsaid';
  return status.startsWith('5.6.') ? 'content' : 'size';
}
