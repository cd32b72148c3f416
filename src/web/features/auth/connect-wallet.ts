import { useMutation } from '@tanstack/react-query';
import type { UserResponse } from '#contract/sign-in.ts';
import { request, withDefault } from '#web/lib/request.ts';
import { rememberSession } from '#web/lib/session.ts';
import type { Wallet } from '#web/lib/wallet/wallet.ts';

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
