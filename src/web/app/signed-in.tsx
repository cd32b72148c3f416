import { Activity, type ComponentType, type ReactNode, useState } from 'react';
import type { User } from '#contract/sign-in.ts';
import { shellMessages } from '#messages/pages/shell.ts';
import { AuthPage } from '#web/app/pages.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
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
      {!user && <AuthenticationRequired />}
    </>
  );
}

/** Stands before a page whose reader's session has ended, and leads back to it. */
function AuthenticationRequired() {
  const [signingIn, setSigningIn] = useState(false);
  if (signingIn) return <AuthPage />;
  return (
    <MessageCard title={shellMessages.authenticationRequired}>
      <p>{shellMessages.connectWallet}</p>
      <p className="text-soft">{shellMessages.sessionEnded}</p>
      <Button onClick={() => setSigningIn(true)}>{shellMessages.signInAgain}</Button>
    </MessageCard>
  );
}
