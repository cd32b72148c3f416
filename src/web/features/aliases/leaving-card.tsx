import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Suspension } from '#contract/sign-in.ts';
import { leavingMessages as texts } from '#messages/pages/account/leaving.tsx';
import { suspendedMessages } from '#messages/pages/operator/suspended.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { SuspensionReason } from '#web/features/aliases/suspended-notice.tsx';
import { request } from '#web/lib/request.ts';
import { refreshSession } from '#web/lib/session.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatTime } from '#web/lib/format-time.ts';

interface LeavingCardProps {
  /** When it is erased. */
  until: string;
  suspension: Suspension | undefined;
}

/** In the place of the dashboard while the account is leaving. Whose mail the operator has all suspended cannot come back. */
export function LeavingCard({ until, suspension }: LeavingCardProps) {
  const client = useQueryClient();
  const { mutateAsync, isPending, isSuccess } = useMutation({ mutationFn: () => request('POST /api/account/restore') });
  const isBusy = isPending || isSuccess;

  const comeBack = useSingleRun(async () => {
    try {
      const { message } = await mutateAsync();
      showToast({ title: texts.back, description: message });
      await refreshSession(client);
    } catch (error) {
      reportFailure(error, texts.failed, texts.failure);
    }
  });

  return (
    <MessageCard title={texts.title}>
      <p>{texts.now}</p>
      <p>{texts.end(<time dateTime={until}>{formatTime(until)}</time>)}</p>
      {suspension?.scope === 'all' ? (
        <SuspensionReason suspension={suspension} words={suspendedMessages.noWayBack} />
      ) : (
        <>
          <p>{texts.offer}</p>
          <Button disabled={isBusy} onClick={() => void comeBack()}>
            {isBusy ? texts.comingBack : texts.comeBack}
          </Button>
        </>
      )}
    </MessageCard>
  );
}
