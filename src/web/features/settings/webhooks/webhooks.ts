import type { MessageResponse } from '#contract/messages.ts';
import type { WebhookResultResponse, WebhookSecretResponse } from '#contract/webhooks.ts';
import { request } from '#web/lib/request.ts';

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
