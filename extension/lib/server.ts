import { z } from 'zod';
import { languageHeader, type Language } from '#contract/account/languages.ts';

/** How servers are asked; `fetch` in the browser. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ServerAsker {
  readonly fetch: Fetch;
  readonly language: Language;
}

/** Why an answer is none that helps. `revoked`: the key opens nothing any more. */
export type FailureKind = 'offline' | 'redirected' | 'revoked' | 'version' | 'tooMany' | 'refused';

export class ServerFailure extends Error {
  override readonly name = 'ServerFailure';
  readonly kind: FailureKind;

  /** `message`: in the server's words, of `refused`; else empty. */
  constructor(kind: FailureKind, message = '') {
    super(message);
    this.kind = kind;
  }
}

const timeoutMs = 15_000;
const errorSchema = z.object({
  message: z.string().max(1000),
  code: z.string(),
  /** Of fields, by their names. */
  errors: z.record(z.string(), z.array(z.string().max(1000))).optional(),
});

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: `/${string}`;
  readonly body?: unknown;
  readonly key?: string;
}

async function send({ fetch, language }: ServerAsker, origin: string, call: Call): Promise<Response> {
  const { method, path, body, key } = call;
  const headers = {
    accept: 'application/json',
    ...(language !== 'en' && { [languageHeader]: language }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  let response: Response;
  try {
    response = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // Never who is signed in on that server's pages.
      credentials: 'omit',
      cache: 'no-store',
      // Seen and refused: a key goes to the server that it was given by, and to nobody else.
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new ServerFailure('offline');
  }
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw new ServerFailure('redirected');
  }
  return response;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ServerFailure('version');
  }
}

async function fail(response: Response): Promise<never> {
  const read = errorSchema.safeParse(await readJson(response).catch(() => null));
  if (!read.success) throw new ServerFailure(response.status >= 500 ? 'offline' : 'version');
  const { code, message, errors = {} } = read.data;
  if (code === 'api_key_invalid') throw new ServerFailure('revoked');
  if (response.status === 429) throw new ServerFailure('tooMany');
  // The message itself speaks of errors below it.
  throw new ServerFailure('refused', Object.values(errors)[0]?.[0] ?? message);
}

/** Asks a server, and takes only an answer of the right shape. @throws ServerFailure. */
export async function ask<Schema extends z.ZodType>(
  asker: ServerAsker,
  origin: string,
  { answer, ...call }: Call & { readonly answer: Schema },
): Promise<z.output<Schema>> {
  const response = await send(asker, origin, call);
  if (!response.ok) return fail(response);
  const read = answer.safeParse(await readJson(response));
  if (!read.success) throw new ServerFailure('version');
  return read.data;
}

/** The same where nothing is answered. @throws ServerFailure. */
export async function tell(asker: ServerAsker, origin: string, call: Call): Promise<void> {
  const response = await send(asker, origin, call);
  if (!response.ok) await fail(response);
}
