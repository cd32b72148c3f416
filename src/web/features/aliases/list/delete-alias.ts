import { useMutation } from '@tanstack/react-query';
import type { Alias } from '#contract/aliases.ts';
import type { MessageResponse } from '#contract/messages.ts';
import { refreshAliases } from '#web/features/aliases/get-aliases.ts';
import { request } from '#web/lib/request.ts';

export const useDeleteAlias = ({ id, userId }: Alias) =>
  useMutation({
    mutationFn: () => request<MessageResponse>(`/api/aliases/${id}`, { method: 'DELETE' }),
    onSuccess: (_answer, _nothing, _result, { client }) => refreshAliases(client, userId),
  });
