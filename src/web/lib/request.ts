import type { ErrorBody, FieldErrors } from '#contract/errors.ts';
import { whenHydrated } from '#web/lib/hydration.ts';

/** A non-success answer of the server, or none at all. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** Of the answer; 0 when there was none. */
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

const noAnswer = 'The server did not answer. Check your connection, then try again.';

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  payload?: unknown;
  signal?: AbortSignal;
}

/**
 * Calls the server of this page. The answer is trusted to have the shape of the contract: browser and server are
 * built from the same schemas.
 * @throws RequestError for every answer that is not a success
 */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  return (await response.json()) as Answer;
}

/** The same for answers that are files. @throws RequestError for every answer that is not a success */
export async function requestText(path: string): Promise<string> {
  return (await send(path, {})).text();
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', payload, signal } = options;
  await whenHydrated;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    signal: signal ?? null,
    ...(payload === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) }),
  }).catch((error: unknown) => {
    // The browser gives a TypeError for all that kept it from an answer.
    throw error instanceof TypeError ? new RequestError(noAnswer, 0, {}) : error;
  });
  if (!response.ok) throw await readError(response);
  return response;
}

async function readError(response: Response): Promise<RequestError> {
  const status = `${response.status}: ${response.statusText}`;
  try {
    const body = (await response.json()) as Partial<ErrorBody>;
    return new RequestError(body.message ?? status, response.status, body);
  } catch {
    return new RequestError(status, response.status, {});
  }
}

/** Why a request failed, in the server's words where it gave some; `fallback` for what is no failed request. */
export function explain(error: unknown, fallback: string): string {
  return error instanceof RequestError ? error.message : fallback;
}

/** For `catch`: an answer that says nothing itself, such as that of a proxy, says `fallback`. */
export function withDefault(fallback: string) {
  return (error: unknown): never => {
    const isSilent = error instanceof RequestError && error.status !== 0 && error.body.message === undefined;
    throw isSilent ? new RequestError(fallback, error.status, error.body) : error;
  };
}
