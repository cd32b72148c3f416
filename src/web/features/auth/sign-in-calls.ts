import { useMutation } from '@tanstack/react-query';
import type { LoginInput, UserResponse, RegisterInput } from '#contract/accounts.ts';
import type { MessageResponse } from '#contract/messages.ts';
import type { ForgotPasswordInput } from '#contract/password.ts';
import { request, withDefault } from '#web/lib/request.ts';
import { rememberSession } from '#web/lib/session.ts';
import type { Wallet } from '#web/lib/wallet/wallets.ts';

export function useSignIn() {
  return useMutation({
    mutationFn: (payload: LoginInput) =>
      request<UserResponse>('/api/auth/login', { method: 'POST', payload }).catch(withDefault('Login failed')),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
}

export function useRequestResetLink() {
  return useMutation({
    mutationFn: (payload: ForgotPasswordInput) =>
      request<MessageResponse>('/api/auth/password/forgot', { method: 'POST', payload }),
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (payload: RegisterInput) =>
      request<UserResponse>('/api/auth/register', { method: 'POST', payload }).catch(
        withDefault('Registration failed'),
      ),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
}

async function signIn(wallet: Wallet): Promise<UserResponse> {
  // Loaded only by those who have a wallet.
  const { proveWallet } = await import('#web/lib/wallet/prove-wallet.ts');
  const payload = await proveWallet(wallet);
  return request('/api/auth/wallet', { method: 'POST', payload });
}

/** Signs in with a wallet. */
export function useConnectWallet() {
  return useMutation({
    mutationFn: (wallet: Wallet) => signIn(wallet).catch(withDefault('Wallet authentication failed')),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
}
