import type { WebhookEndpoint } from '#core/webhook-sender.ts';
import type { FetchFault, GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { signWebhook } from '#mail/webhook/sign-webhook.ts';
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
