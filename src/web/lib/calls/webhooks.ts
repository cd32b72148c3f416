import { useMutation } from '@tanstack/react-query';
import { webhookMessages } from '#messages/pages/settings.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { request } from '#web/lib/request.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export function showSecret(id: string) {
  return request('GET /api/targets/{id}/secret', { params: { id } });
}

export function rotateSecret(id: string) {
  return request('POST /api/targets/{id}/secret', { params: { id } });
}

export function sendTest(id: string) {
  return request('POST /api/targets/{id}/test', { params: { id } });
}

export function replayWaiting(id: string) {
  return request('POST /api/targets/{id}/replay', { params: { id } });
}

export function enableWebhook(id: string) {
  return request('POST /api/targets/{id}/activation', { params: { id } });
}

interface WebhookCall<Answer> {
  send: (targetId: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** What is told when it fails. */
  failure: string;
}

/** Does something about a webhook that changes nothing else on the page. */
export function useWebhookCall<Answer>({ send, onDone, failure }: WebhookCall<Answer>) {
  const { mutateAsync, isPending } = useMutation({ mutationFn: send });
  const call = useSingleRun(async (targetId: string) => {
    try {
      onDone(await mutateAsync(targetId));
    } catch (error) {
      reportFailure(error, webhookMessages.notDone, failure);
    }
  });
  return { call, isPending };
}
