import { useMutation } from '@tanstack/react-query';
import type { MessageResponse } from '#contract/answers.ts';
import type { ResetPasswordInput } from '#contract/sign-in.ts';
import { request } from '#web/lib/request.ts';
import { forgetSession } from '#web/lib/session.ts';

/** Sets a new password by a mailed link. Every session of the account has ended then, this browser's too. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (payload: ResetPasswordInput) =>
      request<MessageResponse>('/api/auth/password/reset', { method: 'POST', payload }),
    onSuccess: (_answer, _payload, _result, { client }) => forgetSession(client),
  });
}
