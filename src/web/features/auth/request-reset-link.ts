import { useMutation } from '@tanstack/react-query';
import type { MessageResponse } from '#contract/answers.ts';
import type { ForgotPasswordInput } from '#contract/sign-in.ts';
import { request } from '#web/lib/request.ts';

export function useRequestResetLink() {
  return useMutation({
    mutationFn: (payload: ForgotPasswordInput) =>
      request<MessageResponse>('/api/auth/password/forgot', { method: 'POST', payload }),
  });
}
