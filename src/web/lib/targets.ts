import { useMutation } from '@tanstack/react-query';
import type { AliasTarget } from '#contract/aliases.ts';
import type { MessageResponse } from '#contract/messages.ts';
import type { WebhookResultResponse } from '#contract/webhooks.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Since when a target takes no mail, in the reader's way to write days; null for one that does. */
export function describeFailing(
  { kind, failingSince }: Pick<AliasTarget, 'kind' | 'failingSince'>,
  locale?: string,
): string | null {
  if (failingSince === null) return null;
  const day = new Date(failingSince).toLocaleDateString(locale, { day: 'numeric', month: 'short' });
  return `${kind === 'email' ? 'Refuses mail' : 'Failing'} since ${day}`;
}

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
