import { useMutation } from '@tanstack/react-query';
import type { MessageResponse } from '#contract/answers.ts';
import type { WebhookResultResponse, WebhookSecretResponse } from '#contract/targets.ts';
import { webhookMessages } from '#messages/settings.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { request } from '#web/lib/request.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

function path(id: string, part: string): string {
  return `/api/targets/${id}/${part}`;
}

export function showSecret(id: string) {
  return request<WebhookSecretResponse>(path(id, 'secret'));
}

export function rotateSecret(id: string) {
  return request<WebhookSecretResponse>(path(id, 'secret'), { method: 'POST' });
}

export function sendTest(id: string) {
  return request<WebhookResultResponse>(path(id, 'test'), { method: 'POST' });
}

export function replayWaiting(id: string) {
  return request<MessageResponse>(path(id, 'replay'), { method: 'POST' });
}

export function enableWebhook(id: string) {
  return request<MessageResponse>(path(id, 'activation'), { method: 'POST' });
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
