import { useMutation } from '@tanstack/react-query';
import type { WebhookResultResponse } from '#contract/targets.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Asks a webhook now to confirm itself, and tells what it answered. */
export function useVerifyWebhook() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (targetId: string) =>
      request<WebhookResultResponse>(`/api/targets/${targetId}/verification`, { method: 'POST' }),
    // It may have agreed elsewhere meanwhile.
    onSettled: (_answer, _error, _input, _result, { client }) => client.invalidateQueries({ queryKey: [ownKey] }),
  });
  const verify = useSingleRun(async (targetId: string) => {
    try {
      const { result } = await mutateAsync(targetId);
      showToast(
        result.delivered
          ? { title: 'Webhook verified', description: 'Mail is posted to it from now on.' }
          : { title: 'Not Verified', description: result.message, tone: 'destructive' },
      );
    } catch (error) {
      reportFailure(error, 'Not Verified', 'The webhook could not be asked');
    }
  });
  return { verify, isPending };
}
