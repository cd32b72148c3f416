import { useMutation } from '@tanstack/react-query';
import type { CreateAliasInput, CreateAliasResponse } from '#contract/aliases.ts';
import { refreshAliases } from '#web/lib/refresh-aliases.ts';
import { request } from '#web/lib/request.ts';

export function useCreateAlias(userId: string) {
  return useMutation({
    mutationFn: (payload: CreateAliasInput) =>
      request<CreateAliasResponse>(`/api/aliases/${userId}`, { method: 'POST', payload }),
    onSuccess: (_answer, _payload, _result, { client }) => refreshAliases(client),
  });
}
