import { Moon, Sun } from 'lucide-react';
import { Suspense } from 'react';
import { shellMessages } from '#messages/pages/shell.ts';
import { Mark } from '#web/components/mark.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { cameSignedOut } from '#web/lib/page-facts.ts';
import { Link } from '#web/lib/router/link.tsx';
import { useLocation } from '#web/lib/router/place.ts';
import { useSession } from '#web/lib/session.ts';
import { setTheme, useTheme } from '#web/app/bar/theme.ts';

const loadSignedIn = () => import('#web/app/bar/account-bar.tsx');
// Whoever is signed in needs it as soon as that is known. A failure is told where it is drawn.
if (!cameSignedOut) loadSignedIn().catch(() => undefined);

const Places = lazyPart(
  async () => (await loadSignedIn()).Places,
  () => null,
);
const AccountArea = lazyPart(
  async () => (await loadSignedIn()).AccountArea,
  () => (
    <Link to="/settings" className={buttonClasses('plain', 'small')}>
      {shellMessages.account}
    </Link>
  ),
);

export function loadBar(): Promise<unknown> {
  return Promise.all([Places.load(), AccountArea.load()]);
}

export function NavigationBar() {
  const { user, isLoading } = useSession();
  // Without a connection nobody can sign in.
  const isOffline = useLocation().pathname === '/offline';
  return (
    <header className="border-b border-line">
      <nav
        aria-label={shellMessages.navigation}
        className="mx-auto flex h-16 w-full max-w-page items-center gap-2 px-4 sm:px-6"
      >
        <Link to="/home" className="-ml-1 flex items-center gap-3 rounded-box p-1 text-lead font-semibold">
          <Mark className="size-7" />
          {/* Gives its room to who is signed in. */}
          <span className={user ? 'max-lg:sr-only' : undefined}>{shellMessages.brand}</span>
        </Link>
        <Suspense>{user && <Places user={user} />}</Suspense>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">
          <ThemeToggle />
          <Suspense>{user && <AccountArea user={user} />}</Suspense>
          {!user && !isLoading && !isOffline && (
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
