import { Suspense, useEffect, type ReactNode } from 'react';
import type { Account } from '#contract/account.ts';
import { settingsPages, type SettingsPage as SectionPath } from '#contract/pages.ts';
import type { User } from '#contract/sign-in.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { settingsMessages } from '#messages/pages/settings.ts';
import { IdentityQuestion } from '#web/components/identity-question.tsx';
import { NotFoundCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAccount } from '#web/features/settings/account.ts';
import { useGoogleReturn } from '#web/features/settings/methods/google-return.ts';
import { HeldPage, sections } from '#web/features/settings/sections/parts.tsx';
import { SectionNames } from '#web/features/settings/sections/section-names.tsx';
import { useLocation } from '#web/lib/router/place.ts';
import { Navigate } from '#web/lib/router/router.tsx';

export { loadSection } from '#web/features/settings/sections/parts.tsx';

/** Whoever is leaving can only come back first, which the dashboard offers; whoever waits for the operator reads so there. */
export function SettingsPage({ user }: { user: User }) {
  return (user.leavingUntil ?? user.waitingSince) === undefined ? <Settings /> : <Navigate to="/dashboard" />;
}

const tokenFragment = /^#[\w-]{43}$/u;

function Settings() {
  const { pathname, search, hash } = useLocation();
  const path = settingsPages.find((page) => page === pathname);
  if (path !== undefined) return <Frame path={path} />;
  if (pathname === '/settings/held') return <Held />;
  if (pathname !== '/settings') return <NotFoundCard />;
  // Links from before there were sections: one with a token leads to a domain.
  const to = tokenFragment.test(hash) ? '/settings/domains' : '/settings/sign-in';
  return <Navigate to={`${to}${search}${hash}`} />;
}

const width = 'mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12';

function Held() {
  return (
    <div className={`${width} min-h-dvh`}>
      <WithAccount>
        {(account) => (
          <Suspense fallback={<Waiting text={controlMessages.loading} />}>
            <HeldPage account={account} />
          </Suspense>
        )}
      </WithAccount>
    </div>
  );
}

/** As high as the window from the first moment: what follows must not jump into view. */
function Frame({ path }: { path: SectionPath }) {
  const Part = sections[path];
  // At once, and not behind the answer about the account. A failure is told where it is drawn.
  useEffect(() => void sections[path].load(), [path]);
  return (
    <div className={`${width} min-h-dvh`}>
      <PageTitle text={settingsMessages.pageTitle(settingsMessages.pages[path])} />
      <div>
        <h1 className="text-title font-semibold">{settingsMessages.title}</h1>
        <p className="mt-1 text-soft">{settingsMessages.intro}</p>
      </div>
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[12rem_minmax(0,1fr)]">
        <SectionNames current={path} />
        <div className="flex min-w-0 flex-col gap-6">
          <WithAccount>
            {(account) => (
              <>
                <GoogleReturn />
                <Suspense fallback={<Waiting text={controlMessages.loading} />}>
                  <Part account={account} />
                </Suspense>
                <IdentityQuestion />
              </>
            )}
          </WithAccount>
        </div>
      </div>
    </div>
  );
}

function GoogleReturn() {
  useGoogleReturn();
  return null;
}

function WithAccount({ children }: { children: (account: Account) => ReactNode }) {
  const { data, isError, refetch } = useAccount();
  if (data) return children(data.account);
  if (!isError) return <Waiting text={settingsMessages.loading} />;
  return (
    <Card role="alert" className="flex flex-col items-center gap-4 p-12 text-center text-soft">
      {settingsMessages.notLoaded}
      <Button look="plain" onClick={() => void refetch()}>
        {controlMessages.tryAgain}
      </Button>
    </Card>
  );
}
