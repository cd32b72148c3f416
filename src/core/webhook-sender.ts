/** What is posted to an endpoint, in the shape of Standard Webhooks 1.0. */
export interface WebhookEvent {
  /** The same in all attempts; holds no full stop. */
  readonly id: string;
  /** For example `email.test`. */
  readonly type: string;
  /** When it happened. */
  readonly at: Date;
  readonly data: object;
}

/** Where an event goes. */
export interface WebhookEndpoint {
  /** Whose it is: each account has its share of a host. */
  readonly userId: string;
  readonly url: string;
  /** `whsec_…`, those in force, the newest first; each signs. */
  readonly secrets: readonly string[];
}

/**
 * Why an endpoint gave no answer. `no-address`: its name leads nowhere we may connect to. `busy`: too much is under
 * way to its host already.
 */
export type WebhookFault = 'no-address' | 'unreachable' | 'tls' | 'timeout' | 'lost' | 'busy';

/** What an endpoint said. Never its words: they could be anybody's. */
export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly fault: WebhookFault };

/** Posts small events of ours; mail goes another way. */
export interface WebhookSender {
  /** One signed attempt, 30 seconds at most. Never rejects. */
  send(endpoint: WebhookEndpoint, event: WebhookEvent): Promise<WebhookAnswer>;
}
