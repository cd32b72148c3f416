export interface ApiOrder {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** One is sent with each request, in turn; empty: none. */
  readonly cookies: readonly string[];
  /** API keys, likewise. */
  readonly keys: readonly string[];
  /** Of each request, in turn with the cookies; `{n}` in a path or body becomes the number of the request. */
  readonly paths: readonly string[];
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The status that counts as success. */
  readonly status: number;
  readonly requests: number;
  /** Kept open; each sends its next request when it has the answer to the last. */
  readonly connections: number;
}

export interface ApiTimes {
  /** From the request to the last octet of its answer, in milliseconds. */
  readonly answerMs: readonly number[];
  readonly seconds: number;
  /** Octets of the last answer as they came. */
  readonly bytes: number;
  /** Header of the last answer. */
  readonly etag: string | null;
}

/** What the load generator is asked. */
export type LoadCalls = { readonly run: { readonly ask: ApiOrder; readonly answer: ApiTimes } };

/** What the server that does nothing is asked. */
export type ConstantCalls = {
  readonly listen: { readonly ask: null; readonly answer: { readonly url: string; readonly pid: number } };
};
