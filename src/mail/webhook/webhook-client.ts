import { createHmac } from 'node:crypto';
import type { WebhookEndpoint, WebhookFault, WebhookSender } from '#core/webhook-sender.ts';
import type { FetchFault, GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import type { Clock } from '#platform/clock.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';

/** One attempt. */
export interface WebhookOrder {
  readonly endpoint: WebhookEndpoint;
  /** The same in all attempts; holds no full stop. */
  readonly id: string;
  /** JSON. */
  readonly body: Buffer;
  readonly signal: AbortSignal;
  /** Called when the request is about to be written: from here on the endpoint may act on it. */
  readonly onSending?: () => void;
}

/** `busy`: nothing was dialed, as too much is under way to the host for this account. */
export type WebhookReply =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed'; readonly fault: FetchFault | 'busy' };

/** Posts signed JSON to endpoints. Never rejects. */
export type WebhookClient = (order: WebhookOrder) => Promise<WebhookReply>;

export interface WebhookClientOptions {
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  /** For an attempt, once it has its turn. */
  readonly timeoutMs: number;
  /** To wait for a turn. */
  readonly turnTimeoutMs: number;
}

/** To one host for one account, over all its endpoints there. */
const atOncePerHost = 5;
const maxAnswerBytes = 64 * 1024;

export const defaultWebhookTimeouts = { timeoutMs: 30_000, turnTimeoutMs: 10_000 } as const;

export interface WebhookToSign {
  /** The same in all attempts; holds no full stop. */
  readonly id: string;
  /** Of this attempt, in seconds since 1970. */
  readonly timestampS: number;
  /** The exact octets of the request. */
  readonly body: Buffer;
  /** `whsec_…`, those in force, the newest first. */
  readonly secrets: readonly string[];
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/**
 * The three headers of Standard Webhooks 1.0: one HMAC-SHA-256 for each secret in force, so that a receiver may know
 * the former one or the new one.
 */
export function signWebhook({ id, timestampS, body, secrets }: WebhookToSign): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestampS}.`).update(body);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signatures.join(' '),
  };
}

/** One for all that this process posts, so that accounts cannot exceed their share of a host. */
export function createWebhookClient({ fetch, clock, timeoutMs, turnTimeoutMs }: WebhookClientOptions): WebhookClient {
  const turns = new Semaphore({ maxPerKey: atOncePerHost });

  const post = async ({ endpoint, id, body, signal, onSending }: WebhookOrder): Promise<WebhookReply> => {
    const timestampS = Math.floor(clock.now() / 1000);
    const result = await fetch({
      method: 'POST',
      url: new URL(endpoint.url),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Kauke-Webhooks',
        ...signWebhook({ id, timestampS, body, secrets: endpoint.secrets }),
      },
      body,
      timeoutMs,
      maxBytes: maxAnswerBytes,
      signal,
      ...(onSending === undefined ? {} : { onSending }),
    });
    if (result.kind === 'failed') return result;
    return { kind: 'answered', status: result.status, retryAfter: result.headers.retryAfter };
  };

  return async (order) => {
    const { url, userId } = order.endpoint;
    const signal = AbortSignal.any([order.signal, AbortSignal.timeout(turnTimeoutMs)]);
    const leave = await turns.acquire({ key: `${userId} ${new URL(url).host}`, signal });
    if (leave === null) return { kind: 'failed', fault: order.signal.aborted ? 'stopped' : 'busy' };
    try {
      return await post(order);
    } finally {
      leave();
    }
  };
}

/** The poster that core asks. */
export interface OwnWebhookSender extends WebhookSender {
  /** Ends what is under way. */
  close(): void;
}

type ClientFault = Extract<WebhookReply, { kind: 'failed' }>['fault'];

/** Inside and outside names are told apart nowhere: that would show what only we can look up. */
const faults: Record<ClientFault, WebhookFault> = {
  'no-name': 'no-address',
  'dns-trouble': 'no-address',
  forbidden: 'no-address',
  unreachable: 'unreachable',
  tls: 'tls',
  timeout: 'timeout',
  lost: 'lost',
  malformed: 'lost',
  stopped: 'lost',
  busy: 'busy',
};

/** Sends events of ours through the client that mail goes through, too. */
export function createWebhookSender(client: WebhookClient): OwnWebhookSender {
  const closing = new AbortController();
  return {
    send: async (endpoint, { id, type, at, data }) => {
      const body = Buffer.from(JSON.stringify({ type, timestamp: at.toISOString(), data }));
      const reply = await client({ endpoint, id, body, signal: closing.signal });
      return reply.kind === 'answered'
        ? { kind: 'answered', status: reply.status }
        : { kind: 'failed', fault: faults[reply.fault] };
    },
    close: () => closing.abort(),
  };
}
