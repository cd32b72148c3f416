/** One call of another service's API: GET and nothing else, as nothing is ever changed there. */
export interface ServiceRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the whole call. */
  readonly timeoutMs: number;
  /** Of the answer's body. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export type ServiceAnswer =
  | {
      readonly kind: 'answer';
      /** As it came: nothing is followed. */
      readonly status: number;
      readonly headers: { readonly retryAfter: string | null };
      readonly body: Buffer;
      /** The body came to its end in time and within `maxBytes`. */
      readonly complete: boolean;
    }
  /** There is no answer, for whatever reason. */
  | { readonly kind: 'failed' };

/** Calls a server whose address somebody typed. Never rejects, follows nothing, and reaches no address inside. */
export type ServiceFetch = (request: ServiceRequest) => Promise<ServiceAnswer>;
