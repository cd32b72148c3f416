import { useMutation } from '@tanstack/react-query';
import type { MessageResponse } from '#contract/answers.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { request } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Asks a target once more to confirm itself. */
export function useSendConfirmation() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (targetId: string) =>
      request<MessageResponse>(`/api/targets/${targetId}/confirmation`, { method: 'POST' }),
  });
  const send = useSingleRun(async (targetId: string) => {
    try {
      const { message } = await mutateAsync(targetId);
      showToast({ title: message });
    } catch (error) {
      reportFailure(error, 'Not Sent', 'The confirmation could not be sent');
    }
  });
  return { send, isPending };
}
