import type { MessageResponse } from '#contract/messages.ts';
import type { WebhookResultResponse, WebhookSecretResponse } from '#contract/webhooks.ts';
import { request } from '#web/lib/request.ts';

const path = (id: string, part: string): string => `/api/targets/${id}/${part}`;

export const showSecret = (id: string) => request<WebhookSecretResponse>(path(id, 'secret'));

export const rotateSecret = (id: string) => request<WebhookSecretResponse>(path(id, 'secret'), { method: 'POST' });

export const sendTest = (id: string) => request<WebhookResultResponse>(path(id, 'test'), { method: 'POST' });

export const replayWaiting = (id: string) => request<MessageResponse>(path(id, 'replay'), { method: 'POST' });

export const enableWebhook = (id: string) => request<MessageResponse>(path(id, 'activation'), { method: 'POST' });
