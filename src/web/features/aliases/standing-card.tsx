import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nameOfAccount } from '#contract/account/account-name.ts';
import type { User } from '#contract/sign-in.ts';
import { waitingMessages as texts } from '#messages/pages/account/registration.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LeavingCard } from '#web/features/aliases/leaving-card.tsx';
import { SuspendedNotice } from '#web/features/aliases/suspended-notice.tsx';
import { refreshSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface StandingCardProps {
  user: User;
  /** The way to delete the account, which stays open to one that waits. */
  children?: ReactNode;
}

/** How the account stands: in the place of the dashboard where it can do nothing yet, or nothing more; on it where it is suspended. */
export function StandingCard({ user, children }: StandingCardProps) {
  const { leavingUntil, waitingSince, suspension } = user;
  if (leavingUntil !== undefined) return <LeavingCard until={leavingUntil} suspension={suspension} />;
  if (waitingSince !== undefined) return <WaitingCard user={user}>{children}</WaitingCard>;
  return suspension && <SuspendedNotice suspension={suspension} />;
}

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
        <p className="text-soft">{texts.name(nameOfAccount(user.id))}</p>
        {user.email !== null && <p className="text-soft">{texts.mailbox}</p>}
        <Button disabled={isPending} onClick={() => void check()}>
          {isPending ? texts.checking : texts.check}
        </Button>
      </MessageCard>
      {/* As wide as the card over it. */}
      <div className="mx-auto w-full max-w-[34rem] px-4 pb-12">{children}</div>
    </>
  );
}
