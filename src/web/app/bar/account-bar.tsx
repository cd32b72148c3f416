import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/sign-in.ts';
import { logOutMessages, placeMessages } from '#messages/pages/account/places.ts';
import { AccountMenu } from '#web/app/bar/account-menu.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { recordEvent } from '#web/lib/record-event.ts';
import { request } from '#web/lib/request.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export { Places } from '#web/app/bar/places.tsx';

/** Who is signed in, how, and the way out. */
export function AccountArea({ user }: { user: User }) {
  const logOut = useLogOut();
  return (
    <div className="flex min-w-0 items-center gap-1 sm:gap-2">
      <AccountMenu user={user} />
      <IconButton label={placeMessages.logOut} onClick={() => void logOut(user)}>
        <LogOut aria-hidden="true" />
      </IconButton>
    </div>
  );
}

async function disconnect(address: string): Promise<void> {
  const { disconnectWallet } = await import('#web/lib/wallet/wallets.ts');
  await disconnectWallet(address);
}

/** Ends the session. The browser forgets it even when the server or the wallet cannot be told. */
function useLogOut(): (user: User) => Promise<void> {
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
