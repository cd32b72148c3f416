import { queryOptions, useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Alias, AliasesResponse, CreateAliasInput, UpdateAliasInput } from '#contract/aliases.ts';
import type { DeliveriesResponse } from '#contract/aliases.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { refreshAliases } from '#web/lib/refresh-aliases.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const pendingRefetchMs = 15_000;
const settingUpRefetchMs = 5_000;

function hasPendingTarget(answer: AliasesResponse | undefined): boolean {
  return answer?.aliases.some(({ targets }) => targets.some(({ state }) => state === 'pending')) ?? false;
}

/** Poll interval for what happens elsewhere and should show without a reload: a link is opened, a forwarder is told. */
function refetchMs(answer: AliasesResponse | undefined): number | false {
  if (answer?.aliases.some(({ providerState }) => providerState === 'setting_up')) return settingUpRefetchMs;
  return hasPendingTarget(answer) ? pendingRefetchMs : false;
}

function aliasesQuery(userId: string) {
  return queryOptions({
    queryKey: [ownKey, 'aliases', userId],
    queryFn: ({ signal }) => request('GET /api/aliases/{id}', { params: { id: userId }, signal }),
    refetchInterval: ({ state }) => refetchMs(state.data),
  });
}

export function useAliases(userId: string) {
  return useQuery(aliasesQuery(userId));
}

const deliveriesQuery = queryOptions({
  queryKey: [ownKey, 'aliases', 'deliveries'],
  queryFn: ({ signal }) => request('GET /api/deliveries', { signal }),
  refetchInterval: ({ state }) => (state.data?.deliveries.length ? pendingRefetchMs : false),
});

/** What waits for an alias; nothing for most of them. One request serves the whole list. */
export function useDeliveries(aliasId: string): DeliveriesResponse['deliveries'][number] | undefined {
  return useQuery({
    ...deliveriesQuery,
    enabled: useConfig()?.features.deliveries ?? false,
    select: ({ deliveries }) => deliveries.find((one) => one.aliasId === aliasId),
  }).data;
}

/** Updates the query cache: draws an alias at once as the server answered it. */
function showChangedAlias(client: QueryClient, changed: Alias): void {
  client.setQueryData(
    aliasesQuery(changed.userId).queryKey,
    (answer) => answer && { aliases: answer.aliases.map((alias) => (alias.id === changed.id ? changed : alias)) },
  );
}

/** What a deleted account has: nothing, and nothing to ask for. */
export function showNoAliases(client: QueryClient, userId: string): void {
  client.setQueryData(aliasesQuery(userId).queryKey, { aliases: [] });
}

export function useCreateAlias(userId: string) {
  return useMutation({
    mutationFn: (payload: CreateAliasInput) => request('POST /api/aliases/{id}', { params: { id: userId }, payload }),
    onSuccess: (_answer, _payload, _result, { client }) => refreshAliases(client),
  });
}

export function useUpdateAlias({ id }: Alias) {
  return useMutation({
    mutationFn: (payload: UpdateAliasInput) => request('PUT /api/aliases/{id}', { params: { id }, payload }),
    onSuccess: ({ alias }, _payload, _result, { client }) => showChangedAlias(client, alias),
    // A forwarder elsewhere may refuse what is stored.
    onSettled: (_answer, _error, _payload, _result, { client }) => void refreshAliases(client),
  });
}

export function useToggleAlias({ id }: Alias) {
  return useMutation({
    mutationFn: (active: boolean) => request('PATCH /api/aliases/{id}/toggle', { params: { id }, payload: { active } }),
    onSuccess: ({ alias }, _payload, _result, { client }) => showChangedAlias(client, alias),
    onSettled: (_answer, _error, _payload, _result, { client }) => void refreshAliases(client),
  });
}

export function useDeleteAlias({ id }: Alias) {
  return useMutation({
    mutationFn: () => request('DELETE /api/aliases/{id}', { params: { id } }),
    // It may be gone by now, from another tab.
    onSettled: (_answer, _error, _nothing, _result, { client }) => refreshAliases(client),
  });
}
