import { useMutation } from '@tanstack/react-query';
import type { LoginInput, UserResponse } from '#contract/sign-in.ts';
import { request, withDefault } from '#web/lib/request.ts';
import { rememberSession } from '#web/lib/session.ts';

export function useSignIn() {
  return useMutation({
    mutationFn: (payload: LoginInput) =>
      request<UserResponse>('/api/auth/login', { method: 'POST', payload }).catch(withDefault('Login failed')),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
}
