import { findWebhook, type Webhook } from '#core/webhooks/webhooks.ts';
import { noteWebhookFailure, type WebhookNotes, noteWebhookSuccess } from '#core/webhooks/webhook-health.ts';
import { makePayload } from '#mail/webhook/make-payload.ts';
import type { WebhookClient, WebhookReply } from '#mail/webhook/webhook-client.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Log } from '#platform/log.ts';
import { readRetryAfter } from '#platform/retry-after.ts';
import {
  startAttempt,
  type DeliveryStage,
  type DeliveryRequest,
  type Outcome,
  type Transport,
  type AttemptControl,
} from '#protocol/smtp-client/transport.ts';

/** A host cannot make us wait longer by Retry-After (RFC 9110 §10.2.3): the spool gives up after days. */
const maxWaitMs = 60 * 60 * 1000;

export interface WebhookTransportOptions extends WebhookNotes {
  readonly client: WebhookClient;
  readonly log: Log;
}

/** Endpoints that asked us to wait; the oldest are forgotten beyond it. */
const maxHeld = 1_000;

/** Nothing was dialed: the endpoint is off, changed meanwhile, or asked us to wait. Says nothing about its host. */
const untried: Outcome = { kind: 'deferred', code: 451, enhanced: '4.2.1', stage: 'data' };
/** 410: it wants nothing more. */
const gone: Outcome = { kind: 'refused', code: 550, enhanced: '5.2.1', stage: 'data' };
/** Answers of a host that has too much to do count as 421: it is left alone for a while. */
const throttling: ReadonlySet<number> = new Set([429, 502, 503, 504]);

type Fault = Extract<WebhookReply, { kind: 'failed' }>['fault'];

const stages: Record<Exclude<Fault, 'busy'>, DeliveryStage> = {
  'no-name': 'dns',
  'dns-trouble': 'dns',
  forbidden: 'dns',
  unreachable: 'connect',
  stopped: 'connect',
  tls: 'tls',
  timeout: 'data',
  lost: 'data',
  malformed: 'data',
};

function outcomeOf(reply: WebhookReply): Outcome {
  if (reply.kind === 'failed') {
    return reply.fault === 'busy'
      ? untried
      : { kind: 'deferred', code: null, enhanced: null, stage: stages[reply.fault] };
  }
  const { status } = reply;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return gone;
  return { kind: 'deferred', code: throttling.has(status) ? 421 : 451, enhanced: '4.2.0', stage: 'data' };
}

function isReady(webhook: Webhook | null, rcptTo: string): webhook is Webhook {
  return webhook !== null && webhook.confirmedAt !== null && webhook.disabledAt === null && webhook.url === rcptTo;
}

/**
 * Posts mail to webhooks. Each endpoint is a destination of its own: accounts whose endpoints share a host neither
 * slow each other nor make us leave each other alone. `pastFinalDot` means that the request was begun.
 */
export function createWebhookTransport(options: WebhookTransportOptions): Transport {
  const { client, clock, log } = options;
  /** URLs that asked for a pause (Retry-After), as long as it lasts. */
  const held = new BoundedMap<true>({ max: maxHeld, expiry: { clock, ttlMs: 0 } });

  const hold = (url: string, retryAfter: string | null): void => {
    const waitMs = Math.min(readRetryAfter(retryAfter, clock.now()) ?? 0, maxWaitMs);
    held.delete(url);
    if (waitMs > 0) held.set(url, true, waitMs);
  };

  const note = async (webhook: Webhook, reply: WebhookReply, outcome: Outcome): Promise<void> => {
    if (reply.kind === 'failed' && (reply.fault === 'busy' || reply.fault === 'stopped')) return;
    if (reply.kind === 'answered') hold(webhook.url, outcome.kind === 'deferred' ? reply.retryAfter : null);
    // What became of the message stands, whether or not it can be noted.
    const noting =
      outcome.kind === 'delivered'
        ? noteWebhookSuccess(options, webhook)
        : noteWebhookFailure(options, webhook, outcome.kind === 'refused');
    await noting.catch((error: unknown) => log.error('webhook_note_failed', error));
  };

  const deliver = async (message: DeliveryRequest, { signal, finalDot }: AttemptControl): Promise<Outcome> => {
    const { deliveryId, targetId, rcptTo, content } = message;
    const webhook = targetId === null ? null : await findWebhook(options, targetId);
    if (!isReady(webhook, rcptTo) || held.get(rcptTo) === true) return untried;
    const id = `msg_${deliveryId}`;
    const body = makePayload({ id, content, now: new Date(clock.now()) });
    const reply = await client({ endpoint: webhook, id, body, signal, onSending: finalDot });
    const outcome = outcomeOf(reply);
    await note(webhook, reply, outcome);
    return outcome;
  };

  return {
    destinationOf: (url) => url,
    attempt: (message) => startAttempt(log, (control) => deliver(message, control)),
    close: async () => {},
  };
}
