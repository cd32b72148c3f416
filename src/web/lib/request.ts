import type { ApiCalls } from '#api/own-routes.ts';
import type { ErrorBody, FieldErrors } from '#contract/errors.ts';
import { languageHeader } from '#contract/account/languages.ts';
import { requestMessages } from '#messages/pages/shell.ts';
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

/** A call of the API by method and path: `GET /api/aliases/{id}`. */
export type CallKey = keyof ApiCalls;
export type AnswerOf<Key extends CallKey> = ApiCalls[Key]['answer'];

type Given<Name extends string, Value> = [Value] extends [undefined] ? unknown : Readonly<Record<Name, Value>>;
/** A query of which everything may be left out may be left out itself. */
type GivenQuery<Query> = object extends Query ? { readonly query?: Query } : Given<'query', Query>;
type OptionsOf<Key extends CallKey> = { readonly signal?: AbortSignal } & Given<'params', ApiCalls[Key]['params']> &
  GivenQuery<ApiCalls[Key]['query']> &
  Given<'payload', ApiCalls[Key]['input']>;
export type RequestArgs<Key extends CallKey> =
  object extends OptionsOf<Key> ? [options?: OptionsOf<Key>] : [options: OptionsOf<Key>];

/** What any call may come with; the types above say which. */
interface SomeOptions {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  payload?: unknown;
  signal?: AbortSignal;
}

/**
 * Calls the server of this page. The answer is trusted to have the shape that the routes say: browser and server are
 * built from the same schemas.
 * @throws RequestError for every answer that is not a success
 */
export async function request<Key extends CallKey>(key: Key, ...[options]: RequestArgs<Key>): Promise<AnswerOf<Key>> {
  const response = await send(key, options);
  // An answer without a body is null.
  return (response.status === 204 ? null : await response.json()) as AnswerOf<Key>;
}

/** The same for answers that are files. @throws RequestError for every answer that is not a success */
export async function requestText(path: `/${string}`): Promise<string> {
  return (await send(`GET ${path}`)).text();
}

/** English is what answers are without a word. */
const inLanguage = __LANGUAGE__ === 'en' ? {} : { [languageHeader]: __LANGUAGE__ };

function fillPath(path: string, { params = {}, query }: SomeOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}

async function send(key: string, options: SomeOptions = {}): Promise<Response> {
  const [method = '', path = ''] = key.split(' ');
  await whenHydrated;
  const filled = fillPath(path, options);
  const response = (await takeEarly(method, filled)) ?? (await ask(filled, method, options));
  if (!response.ok) throw await readError(response);
  return response;
}

/** What was asked for before the program was there. It serves once; null for nothing. */
async function takeEarly(method: string, path: string): Promise<Response | null> {
  const early = globalThis.earlyAnswers;
  const answer = method === 'GET' ? early?.get(path) : undefined;
  early?.delete(path);
  return (await answer?.catch(() => null)) ?? null;
}

function ask(path: string, method: string, { payload, signal }: SomeOptions): Promise<Response> {
  return fetch(path, {
    method,
    credentials: 'same-origin',
    signal: signal ?? null,
    headers: {
      ...inLanguage,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  }).catch((error: unknown) => {
    // The browser gives a TypeError for all that kept it from an answer.
    throw error instanceof TypeError ? new RequestError(requestMessages.noAnswer, 0, {}) : error;
  });
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
