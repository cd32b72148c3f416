import { queryOptions, useQuery, type QueryClient, useMutation } from '@tanstack/react-query';
import type {
  Alias,
  AliasesResponse,
  ChangeAliasResponse,
  UpdateAliasInput,
  CreateAliasInput,
  CreateAliasResponse,
} from '#contract/aliases.ts';
import type { MessageResponse } from '#contract/messages.ts';
import { refreshAliases } from '#web/lib/refresh-aliases.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

const pendingRefetchMs = 15_000;

const settingUpRefetchMs = 5_000;

function hasPendingTarget(answer: AliasesResponse | undefined): boolean {
  return answer?.aliases.some(({ targets }) => targets.some(({ state }) => state === 'pending')) ?? false;
}

/** What happens elsewhere, and should show without a reload: a link is opened, a forwarder is told. */
function refetchMs(answer: AliasesResponse | undefined): number | false {
  if (answer?.aliases.some(({ providerState }) => providerState === 'setting_up')) return settingUpRefetchMs;
  return hasPendingTarget(answer) ? pendingRefetchMs : false;
}

function aliasesQuery(userId: string) {
  return queryOptions({
    queryKey: [ownKey, 'aliases', userId],
    queryFn: ({ signal }) => request<AliasesResponse>(`/api/aliases/${userId}`, { signal }),
    refetchInterval: ({ state }) => refetchMs(state.data),
  });
}

export function useAliases(userId: string) {
  return useQuery(aliasesQuery(userId));
}

/** Draws an alias at once as the server answered it. */
export function showChangedAlias(client: QueryClient, changed: Alias): void {
  client.setQueryData(
    aliasesQuery(changed.userId).queryKey,
    (answer) => answer && { aliases: answer.aliases.map((alias) => (alias.id === changed.id ? changed : alias)) },
  );
}

/** What a deleted account has: nothing, and nothing to ask for. */
export function showNoAliases(client: QueryClient, userId: string): void {
  client.setQueryData(aliasesQuery(userId).queryKey, { aliases: [] });
}

export function useUpdateAlias({ id }: Alias) {
  return useMutation({
    mutationFn: (payload: UpdateAliasInput) =>
      request<ChangeAliasResponse>(`/api/aliases/${id}`, { method: 'PUT', payload }),
    onSuccess: ({ alias }, _payload, _result, { client }) => showChangedAlias(client, alias),
    // A forwarder elsewhere may refuse what is stored.
    onSettled: (_answer, _error, _payload, _result, { client }) => void refreshAliases(client),
  });
}

export function useToggleAlias({ id }: Alias) {
  return useMutation({
    mutationFn: (active: boolean) =>
      request<ChangeAliasResponse>(`/api/aliases/${id}/toggle`, { method: 'PATCH', payload: { active } }),
    onSuccess: ({ alias }, _payload, _result, { client }) => showChangedAlias(client, alias),
    onSettled: (_answer, _error, _payload, _result, { client }) => void refreshAliases(client),
  });
}

export function useCreateAlias(userId: string) {
  return useMutation({
    mutationFn: (payload: CreateAliasInput) =>
      request<CreateAliasResponse>(`/api/aliases/${userId}`, { method: 'POST', payload }),
    onSuccess: (_answer, _payload, _result, { client }) => refreshAliases(client),
  });
}

export function useDeleteAlias({ id }: Alias) {
  return useMutation({
    mutationFn: () => request<MessageResponse>(`/api/aliases/${id}`, { method: 'DELETE' }),
    // It may be gone by now, from another tab.
    onSettled: (_answer, _error, _nothing, _result, { client }) => refreshAliases(client),
  });
}
