import { useState, type ReactNode } from 'react';
import { sessionEndedMessages as texts } from '#messages/pages/account/session-ended.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';

/** Stands before a page whose reader's session has ended, and leads back to it. */
export function SessionEnded({ signIn }: { signIn: ReactNode }) {
  const [signingIn, setSigningIn] = useState(false);
  if (signingIn) return signIn;
  return (
    <MessageCard title={texts.title}>
      <p>{texts.connectWallet}</p>
      <p className="text-soft">{texts.description}</p>
      <Button onClick={() => setSigningIn(true)}>{texts.signInAgain}</Button>
    </MessageCard>
  );
}
