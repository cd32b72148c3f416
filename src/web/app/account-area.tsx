import { CircleUser, LogOut, Mail, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#contract/sign-in.ts';
import { shellMessages } from '#messages/shell.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useLogOut } from '#web/features/auth/log-out.ts';

const methodIcons = { email: Mail, wallet: Wallet, google: CircleUser };
const shownEachSide = 6;

function identify({ authMethod, email, walletAddress }: User): string {
  const address = walletAddress ?? '';
  if (authMethod === 'wallet' && address !== '') {
    return `${address.slice(0, shownEachSide)}…${address.slice(-shownEachSide)}`;
  }
  return email ?? address;
}

/** Who is signed in, how, and the way out. */
export function AccountArea({ user }: { user: User }) {
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
