import { useMutation, useQueryClient } from '@tanstack/react-query';
import { leavingMessages as texts } from '#messages/pages/aliases.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { request } from '#web/lib/request.ts';
import { refreshSession } from '#web/lib/session.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** In the place of the dashboard while the account is leaving. `until`: when it is erased. */
export function LeavingCard({ until }: { until: string }) {
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
      <p>{texts.end(<time dateTime={until}>{new Date(until).toLocaleString()}</time>)}</p>
      <p>{texts.offer}</p>
      <Button disabled={isBusy} onClick={() => void comeBack()}>
        {isBusy ? texts.comingBack : texts.comeBack}
      </Button>
    </MessageCard>
  );
}
