import { useMutation } from '@tanstack/react-query';
import type { MessageResponse } from '#contract/messages.ts';
import type { ConfirmIdentityInput } from '#contract/methods.ts';
import { request } from '#web/lib/request.ts';

export function useSendProof() {
  return useMutation({
    mutationFn: async (proof: ConfirmIdentityInput | Promise<ConfirmIdentityInput>) =>
      request<MessageResponse>('/api/auth/confirm', { method: 'POST', payload: await proof }),
  });
}
