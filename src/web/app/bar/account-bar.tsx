import { useQueryClient } from '@tanstack/react-query';
import { LogOut, Search } from 'lucide-react';
import type { User } from '#contract/sign-in.ts';
import { logOutMessages, placeMessages } from '#messages/pages/account/places.ts';
import { paletteMessages } from '#messages/pages/account/palette.ts';
import { AccountMenu } from '#web/app/bar/account-menu.tsx';
import { useOffline } from '#web/app/offline/use-offline.ts';
import { usePalette } from '#web/app/palette/palette-opener.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { recordEvent } from '#web/lib/record-event.ts';
import { request } from '#web/lib/request.ts';
import { navigate } from '#web/lib/router/navigate.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export { Places } from '#web/app/bar/places.tsx';

/** What leads everywhere, who is signed in, how, and the way out. */
export function AccountArea({ user }: { user: User }) {
  const logOut = useLogOut();
  const palette = usePalette(user);
  useOffline(user.id);
  return (
    <div className="flex min-w-0 items-center gap-1 sm:gap-2">
      {palette.open && (
        <IconButton label={paletteMessages.open} onClick={palette.open} className="max-md:hidden">
          <Search aria-hidden="true" />
        </IconButton>
      )}
      <AccountMenu user={user} onSearch={palette.open} />
      <IconButton label={placeMessages.logOut} onClick={() => void logOut(user)}>
        <LogOut aria-hidden="true" />
      </IconButton>
      {palette.drawn}
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
  return useSingleRun(async ({ authMethod, walletAddress }) => {
    await request('POST /api/auth/logout').catch(() => undefined);
    // First away from the dashboard, which would show its sign-in screen for a moment.
    navigate('/home');
    forgetSession(client);
    showToast({ title: logOutMessages.done, description: logOutMessages.description });
    recordEvent({ name: 'logout', category: 'authentication', label: authMethod });
    if (authMethod === 'wallet' && walletAddress) await disconnect(walletAddress).catch(() => undefined);
  });
}
