import { useState } from 'react';
import { AuthPage } from '#web/app/pages.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';

/** Stands before a page whose reader's session has ended, and leads back to it. */
export function AuthenticationRequired() {
  const [signingIn, setSigningIn] = useState(false);
  if (signingIn) return <AuthPage />;
  return (
    <MessageCard title="Authentication Required">
      <p>Please connect your wallet to access the dashboard.</p>
      <p className="text-soft">
        Your session has ended. Sign in again, in whichever way you use, and this page is as you left it.
      </p>
      <Button onClick={() => setSigningIn(true)}>Sign in again</Button>
    </MessageCard>
  );
}
