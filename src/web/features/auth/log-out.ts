import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { User } from '#contract/sign-in.ts';
import { logOutMessages } from '#messages/log-out.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { request } from '#web/lib/request.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

async function disconnect(address: string): Promise<void> {
  const { disconnectWallet } = await import('#web/lib/wallet/wallets.ts');
  await disconnectWallet(address);
}

/** Ends the session. The browser forgets it even when the server or the wallet cannot be told. */
export function useLogOut(): (user: User) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSingleRun(async ({ authMethod, walletAddress }) => {
    await request('POST /api/auth/logout').catch(() => undefined);
    // First away from the dashboard, which would show its sign-in screen for a moment.
    await navigate('/home');
    forgetSession(client);
    showToast({ title: logOutMessages.done, description: logOutMessages.description });
    recordEvent({ name: 'logout', category: 'authentication', label: authMethod });
    if (authMethod === 'wallet' && walletAddress) await disconnect(walletAddress).catch(() => undefined);
  });
}
