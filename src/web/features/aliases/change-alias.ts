import { useMutation } from '@tanstack/react-query';
import type { Alias, ChangeAliasResponse, UpdateAliasInput } from '#contract/aliases.ts';
import { showChangedAlias } from '#web/features/aliases/get-aliases.ts';
import { refreshAliases } from '#web/lib/refresh-aliases.ts';
import { request } from '#web/lib/request.ts';

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
