import { Moon, Sun } from 'lucide-react';
import { Link } from 'react-router';
import { shellMessages } from '#messages/shell.ts';
import { AccountArea } from '#web/app/account-area.tsx';
import { Mark } from '#web/components/mark.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useSession } from '#web/lib/session.ts';
import { setTheme, useTheme } from '#web/lib/theme.ts';

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

function ThemeToggle() {
  const next = useTheme() === 'dark' ? 'light' : 'dark';
  return (
    <IconButton label={shellMessages.theme[next]} onClick={() => setTheme(next)}>
      {next === 'dark' ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
    </IconButton>
  );
}
