import { useQueryClient } from '@tanstack/react-query';
import { Moon, Sun, CircleUser, LogOut, Mail, Wallet } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { User } from '#contract/sign-in.ts';
import { logOutMessages, shellMessages } from '#messages/pages/shell.ts';
import { Mark } from '#web/components/mark.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { recordEvent } from '#web/lib/record-event.ts';
import { request } from '#web/lib/request.ts';
import { useSession, forgetSession } from '#web/lib/session.ts';
import { setTheme, useTheme } from '#web/app/theme.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export function NavigationBar() {
  const { user, isLoading } = useSession();
  return (
    <header className="border-b border-line">
      <nav
        aria-label={shellMessages.navigation}
        className="mx-auto flex h-16 w-full max-w-6xl items-center gap-2 px-4 sm:px-6"
      >
        <Link to="/home" className="-ml-1 flex items-center gap-3 rounded-box p-1 text-lead font-semibold">
          <Mark className="size-7" />
          {shellMessages.brand}
        </Link>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">
          <ThemeToggle />
          {user && <AccountArea user={user} />}
          {!user && !isLoading && (
            <Link to="/auth" className={buttonClasses('plain', 'small')}>
              {shellMessages.signIn}
            </Link>
          )}
        </div>
      </nav>
    </header>
  );
}

const methodIcons = { email: Mail, wallet: Wallet, google: CircleUser, passkey: CircleUser };
const shownEachSide = 6;

function identify({ authMethod, email, walletAddress }: User): string {
  const address = walletAddress ?? '';
  if (authMethod === 'wallet' && address !== '') {
    return `${address.slice(0, shownEachSide)}…${address.slice(-shownEachSide)}`;
  }
  return email ?? (address || shellMessages.signedInBy[authMethod]);
}

/** Who is signed in, how, and the way out. */
function AccountArea({ user }: { user: User }) {
  const logOut = useLogOut();
  const MethodIcon = methodIcons[user.authMethod];

  return (
    <div className="flex min-w-0 items-center gap-1 sm:gap-2">
      <Link to="/settings" className="flex min-w-0 items-center gap-2 rounded-box px-1 py-2 text-small hover:underline">
        <span className="sr-only">{shellMessages.settings} </span>
        <span role="img" aria-label={shellMessages.signedIn} className="size-2 shrink-0 rounded-full bg-on" />
        <MethodIcon
          role="img"
          aria-label={shellMessages.signedInBy[user.authMethod]}
          className="size-4 shrink-0 text-soft"
        />
        <span className="max-w-[9rem] truncate sm:max-w-xs">{identify(user)}</span>
        {Number(user.balance) > 0 && (
          <span className="rounded-mark border border-line px-2 text-note font-semibold">
            {shellMessages.balance(user.balance)}
          </span>
        )}
      </Link>
      <IconButton label={shellMessages.logOut} onClick={() => void logOut(user)}>
        <LogOut aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function ThemeToggle() {
  const next = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={shellMessages.theme[next]} onClick={() => setTheme(next)}>
      {next === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
    </IconButton>
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
