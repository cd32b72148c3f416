import { useMutation } from '@tanstack/react-query';
import type { Alias } from '#contract/aliases.ts';
import type { MessageResponse } from '#contract/answers.ts';
import { refreshAliases } from '#web/lib/refresh-aliases.ts';
import { request } from '#web/lib/request.ts';

export function useDeleteAlias({ id }: Alias) {
  return useMutation({
    mutationFn: () => request<MessageResponse>(`/api/aliases/${id}`, { method: 'DELETE' }),
    // It may be gone by now, from another tab.
    onSettled: (_answer, _error, _nothing, _result, { client }) => refreshAliases(client),
  });
}
