import { Activity, Suspense, type ComponentType, type ReactNode } from 'react';
import type { User } from '#contract/sign-in.ts';
import { AuthPage, SessionEnded } from '#web/app/pages.ts';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useSession } from '#web/lib/session.ts';

interface SignedInProps {
  page: ComponentType<{ user: User }>;
  /** For those who came signed out. */
  otherwise: ReactNode;
}

/**
 * A page of an account. When the session ends under its reader it is put away, at rest but with all that was typed,
 * until the same person signs in again; another one gets a new page.
 */
export function SignedIn({ page: Page, otherwise }: SignedInProps) {
  const { user, lost, isLoading } = useSession();
  const owner = user ?? lost;
  if (isLoading) return <FullScreenWaiting />;
  if (!owner) return otherwise;
  return (
    <>
      <Activity mode={user ? 'visible' : 'hidden'}>
        <Page key={owner.id} user={owner} />
      </Activity>
      {!user && (
        <Suspense fallback={<FullScreenWaiting />}>
          <SessionEnded signIn={<AuthPage />} />
        </Suspense>
      )}
    </>
  );
}
