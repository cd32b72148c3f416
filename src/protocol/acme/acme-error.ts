/** Why an ACME server did not do what it was asked for, or did not answer. */
export class AcmeError extends Error {
  override readonly name = 'AcmeError';
  /**
   * The type of a problem document without its prefix (RFC 8555 §6.7), such as `rateLimited`; or ours: `unreachable`,
   * `answer_unclear`, `no_challenge`, `http_503` …
   */
  readonly code: string;
  /** How long the server wants to be left alone; null: it did not say. */
  readonly retryAfterMs: number | null;

  constructor(code: string, retryAfterMs: number | null = null) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const prefix = 'urn:ietf:params:acme:error:';

/** The code of a problem document; null for anything else. Its words may quote what they like and are not read. */
export function problemCode(problem: unknown): string | null {
  if (typeof problem !== 'object' || problem === null || !('type' in problem)) return null;
  const { type } = problem;
  const code = typeof type === 'string' && type.startsWith(prefix) ? type.slice(prefix.length) : '';
  return /^[A-Za-z]{1,40}$/.test(code) ? code : null;
}
