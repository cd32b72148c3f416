import { useMutation } from '@tanstack/react-query';
import type { LoginInput, RegisterInput, UserResponse } from '#contract/sign-in.ts';
import type { ForgotPasswordInput } from '#contract/sign-in.ts';
import { registerMessages, signInMessages, walletSignInMessages } from '#messages/pages/auth.tsx';
import { heldInvitation } from '#web/features/auth/invitation.ts';
import { request, withDefault } from '#web/lib/request.ts';
import { rememberSession } from '#web/lib/session.ts';
import type { Wallet } from '#web/lib/wallet/wallets.ts';

export function useSignIn() {
  return useMutation({
    mutationFn: (payload: LoginInput) =>
      request('POST /api/auth/login', { payload }).catch(withDefault(signInMessages.unexplained)),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (payload: RegisterInput) =>
      request('POST /api/auth/register', { payload: { ...payload, ...heldInvitation() } }).catch(
        withDefault(registerMessages.unexplained),
      ),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
}

export function useRequestResetLink() {
  return useMutation({
    mutationFn: (payload: ForgotPasswordInput) => request('POST /api/auth/password/forgot', { payload }),
  });
}

export function useRequestFactorLink() {
  return useMutation({
    mutationFn: (payload: Pick<LoginInput, 'email' | 'password'>) =>
      request('POST /api/auth/second-factor', { payload }),
  });
}

async function signIn(wallet: Wallet): Promise<UserResponse> {
  // Loaded only by those who have a wallet.
  const { proveWallet } = await import('#web/lib/wallet/wallets.ts');
  return request('POST /api/auth/wallet', { payload: { ...(await proveWallet(wallet)), ...heldInvitation() } });
}

/** Signs in with a wallet. */
export function useConnectWallet() {
  return useMutation({
    mutationFn: (wallet: Wallet) => signIn(wallet).catch(withDefault(walletSignInMessages.unexplained)),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
}
