/**
 * Why the provider did not do what it was asked. Final until somebody changes something: `taken` (it exists already),
 * `plan_limit`, `refused`. `missing`: there is no such thing. For the operator: `key` (the API key does not work). To be
 * tried again: `busy` (too many requests), `down` (no answer, or none that means anything).
 */
export type ProviderFault = 'taken' | 'plan_limit' | 'refused' | 'missing' | 'key' | 'busy' | 'down';

/** Says nothing of what the provider wrote, which may name addresses. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderFault;
  /** The HTTP status; null when nothing was answered. */
  readonly status: number | null;

  constructor(code: ProviderFault, status: number | null = null) {
    super(`The forwarding provider: ${code}${status === null ? '' : ` (${status})`}`);
    this.code = code;
    this.status = status;
  }
}
