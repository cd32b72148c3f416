import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '#contract/sign-in.ts';
import { waitingMessages as texts } from '#messages/pages/account/registration.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LeavingCard } from '#web/features/aliases/leaving-card.tsx';
import { refreshSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface StandingCardProps {
  user: User;
  /** The way to delete the account, which stays open to one that waits. */
  children: ReactNode;
}

/** In the place of the dashboard where the account can do nothing yet, or nothing more. */
export function StandingCard({ user, children }: StandingCardProps) {
  const { leavingUntil, suspension } = user;
  return leavingUntil === undefined ? (
    <WaitingCard user={user}>{children}</WaitingCard>
  ) : (
    <LeavingCard until={leavingUntil} suspension={suspension} />
  );
}

/** As the operator lists it. */
const nameLength = 8;

/** Of an account that waits for the operator. */
function WaitingCard({ user, children }: StandingCardProps) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({ mutationFn: () => refreshSession(client) });
  const check = useSingleRun(async () => {
    const now = await mutateAsync();
    if (now?.waitingSince !== undefined) showToast({ title: texts.still, description: texts.stillDescription });
  });
  return (
    <>
      <MessageCard title={texts.title}>
        <p>{texts.now}</p>
        <p className="text-soft">{texts.name(user.id.slice(0, nameLength))}</p>
        {user.email !== null && <p className="text-soft">{texts.mailbox}</p>}
        <Button disabled={isPending} onClick={() => void check()}>
          {isPending ? texts.checking : texts.check}
        </Button>
      </MessageCard>
      <div className="mx-auto w-full max-w-lg px-4 pb-12">{children}</div>
    </>
  );
}
