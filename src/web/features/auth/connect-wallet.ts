import { useMutation } from '@tanstack/react-query';
import type { UserResponse } from '#contract/accounts.ts';
import { request } from '#web/lib/request.ts';
import { rememberSession } from '#web/lib/session.ts';
import type { Wallet } from '#web/lib/wallet/wallet.ts';

/** Signs in with a wallet. */
export const useConnectWallet = () =>
  useMutation({
    mutationFn: async (wallet: Wallet) => {
      // Loaded only by those who have a wallet.
      const { proveWallet } = await import('#web/lib/wallet/prove-wallet.ts');
      const payload = await proveWallet(wallet);
      return request<UserResponse>('/api/auth/wallet', { method: 'POST', payload });
    },
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
