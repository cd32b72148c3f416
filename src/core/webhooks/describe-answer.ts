import type { WebhookResult } from '#contract/targets.ts';
import type { WebhookAnswer } from '#core/webhooks/webhook-sender.ts';
import { webhookAnswers } from '#messages/answers.ts';

/** Whether an endpoint took an event: 2xx and nothing else (Standard Webhooks 1.0). */
export function isTaken(answer: WebhookAnswer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
}

function textOf(answer: WebhookAnswer): string {
  if (answer.kind === 'failed') return webhookAnswers.faults[answer.fault];
  const { status } = answer;
  if (isTaken(answer)) return webhookAnswers.taken(status);
  const isRedirect = status >= 300 && status < 400;
  return webhookAnswers.notTaken(status, isRedirect);
}

/** What came of an attempt, in words for the endpoint's owner. Nothing in them is the endpoint's. */
export function describeAnswer(answer: WebhookAnswer): WebhookResult {
  return {
    delivered: isTaken(answer),
    status: answer.kind === 'answered' ? answer.status : null,
    message: textOf(answer),
  };
}
