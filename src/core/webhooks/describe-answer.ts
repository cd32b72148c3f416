import type { WebhookResult } from '#contract/webhooks.ts';
import type { WebhookAnswer, WebhookFault } from '#core/webhook-sender.ts';

const faultTexts: Record<WebhookFault, string> = {
  'no-address': 'The host name leads to no address that we may connect to.',
  unreachable: 'Nothing accepts connections at this host and port.',
  tls: 'The host showed no valid TLS certificate for its name.',
  timeout: 'The endpoint did not answer within 30 seconds.',
  lost: 'The connection ended before the endpoint answered.',
  busy: 'Too many requests to this host are under way. Please try again shortly.',
};

/** Whether an endpoint took an event: 2xx and nothing else (Standard Webhooks 1.0). */
export function isTaken(answer: WebhookAnswer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
}

function textOf(answer: WebhookAnswer): string {
  if (answer.kind === 'failed') return faultTexts[answer.fault];
  const { status } = answer;
  if (isTaken(answer)) return `The endpoint answered ${status}.`;
  const isRedirect = status >= 300 && status < 400;
  return `The endpoint answered ${status}${isRedirect ? ', a redirect, which we do not follow' : ''}. It must answer 2xx.`;
}

/** What came of an attempt, in words for the endpoint's owner. Nothing in them is the endpoint's. */
export function describeAnswer(answer: WebhookAnswer): WebhookResult {
  return {
    delivered: isTaken(answer),
    status: answer.kind === 'answered' ? answer.status : null,
    message: textOf(answer),
  };
}
