import type { ErrorBody, FieldErrors } from '#contract/errors.ts';

/** A non-success answer of the server, or none at all. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly body: Partial<ErrorBody>;

  constructor(message: string, status: number, body: Partial<ErrorBody>) {
    super(message);
    this.status = status;
    this.body = body;
  }

  get fieldErrors(): FieldErrors | null {
    return this.body.errors ?? null;
  }
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  payload?: unknown;
  signal?: AbortSignal;
}

/**
 * Calls the server of this page. The answer is trusted to have the shape of the contract: browser and server are
 * built from the same schemas.
 * @throws RequestError for every answer that is not a success
 */
export const request = async <Answer>(path: string, options: RequestOptions = {}): Promise<Answer> => {
  const { method = 'GET', payload, signal } = options;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    signal: signal ?? null,
    ...(payload === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) }),
  });
  if (!response.ok) throw await readError(response);
  return (await response.json()) as Answer;
};

const readError = async (response: Response): Promise<RequestError> => {
  const status = `${response.status}: ${response.statusText}`;
  try {
    const body = (await response.json()) as Partial<ErrorBody>;
    return new RequestError(body.message ?? status, response.status, body);
  } catch {
    return new RequestError(status, response.status, {});
  }
};

/** The server's own words, or `fallback` when it could not be reached. */
export const explain = (error: unknown, fallback: string): string =>
  error instanceof RequestError ? error.message : fallback;
