import { useMutation } from '@tanstack/react-query';
import type { Alias } from '#contract/aliases.ts';
import type { MessageResponse } from '#contract/messages.ts';
import { request } from '#web/lib/request.ts';

export const useDeleteAlias = () =>
  useMutation({
    mutationFn: ({ id }: Alias) => request<MessageResponse>(`/api/aliases/${id}`, { method: 'DELETE' }),
    onSuccess: (_answer, { userId }, _result, { client }) =>
      client.invalidateQueries({ queryKey: ['aliases', userId] }),
  });
