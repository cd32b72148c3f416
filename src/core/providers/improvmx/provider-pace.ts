/** Where mail programs send as an alias that ImprovMX forwards. They sign in with the whole address. */
export const improvmxSmtp = {
  host: 'smtp.improvmx.com',
  /** STARTTLS. */
  port: 587,
  /** TLS from the first octet. */
  sslPort: 465,
} as const;

/** What the DNS of a domain names whose mail ImprovMX forwards. */
export const improvmxDns = {
  hosts: ['mx1.improvmx.com', 'mx2.improvmx.com'],
  senders: 'spf.improvmx.com',
  keys: [
    { selector: 'dkimprovmx1', target: 'dkimprovmx1.improvmx.com' },
    { selector: 'dkimprovmx2', target: 'dkimprovmx2.improvmx.com' },
  ],
} as const;

/** How long the ways to a provider wait, in milliseconds. */
export interface ProviderPace {
  /** For the answer to one request. */
  readonly requestTimeoutMs: number;
  /** For one change within a person's request; the worker goes on after it. */
  readonly inlineTimeoutMs: number;
  /** For one change, by the worker. Shorter than a lease. */
  readonly changeTimeoutMs: number;
  readonly leaseMs: number;
  /** How often the worker looks for changes when it has done all. */
  readonly pollMs: number;
  /** Silence after a failure, doubled with each one in a row. */
  readonly pauseFirstMs: number;
  readonly pauseMaxMs: number;
  /** Silence when the provider asks for it without saying how long, and the longest it may ask for. */
  readonly busyMs: number;
  readonly busyMaxMs: number;
  /** Before a change that was refused is tried again: a plan may have grown meanwhile. */
  readonly refusedMs: number;
  /** After a call that was not answered may still be carried out: then it is looked at once more. */
  readonly secondLookMs: number;
  /** How long one request waits for its turn before it gives up. */
  readonly patienceMs: number;
  /** Between two comparisons of a domain, and how long one may take: what was changed there shows within both. */
  readonly compareEveryMs: number;
  readonly compareTimeoutMs: number;
  /** How long it is believed what the plan allows. */
  readonly planMs: number;
}

export const providerPace: ProviderPace = {
  requestTimeoutMs: 10_000,
  inlineTimeoutMs: 8_000,
  changeTimeoutMs: 45_000,
  leaseMs: 60_000,
  pollMs: 1_000,
  pauseFirstMs: 2_000,
  pauseMaxMs: 60_000,
  busyMs: 60_000,
  busyMaxMs: 15 * 60_000,
  refusedMs: 60 * 60_000,
  secondLookMs: 60_000,
  patienceMs: 0,
  compareEveryMs: 4 * 60_000,
  compareTimeoutMs: 4 * 60_000,
  planMs: 10 * 60_000,
};
