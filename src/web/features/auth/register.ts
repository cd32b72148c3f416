import { useMutation } from '@tanstack/react-query';
import type { RegisterInput, UserResponse } from '#contract/sign-in.ts';
import { request, withDefault } from '#web/lib/request.ts';
import { rememberSession } from '#web/lib/session.ts';

export function useRegister() {
  return useMutation({
    mutationFn: (payload: RegisterInput) =>
      request<UserResponse>('/api/auth/register', { method: 'POST', payload }).catch(
        withDefault('Registration failed'),
      ),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
}
