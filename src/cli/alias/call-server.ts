import type { z } from 'zod';
import type { ErrorBody } from '#contract/errors.ts';
import { StartError } from '#config/start-error.ts';
import { isLoopback } from '#platform/ip.ts';

/** A server of Kauke, and what opens an account there. */
export interface Server {
  /** Without what follows the host. */
  readonly origin: string;
  readonly apiKey: string;
}

/** A command that is not right as it stands. The program ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const answerMs = 60_000;

/** @throws UsageError; the key goes nowhere in the clear but within this machine. */
export function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError('--server takes the address of a server, such as https://mask.example.');
  const host = url.hostname.replaceAll(/[[\]]/gu, '');
  if (url.protocol === 'http:' && host !== 'localhost' && !isLoopback(host))
    throw new UsageError('--server takes https: by http: everybody on the way would read your API key.');
  return url.origin;
}

/** What a server says of a call that it refuses, in a line for each of its words. */
function refusalOf(status: number, body: Partial<ErrorBody>): string {
  const fields = Object.values(body.errors ?? {}).flat();
  const again = body.resetTime === undefined ? [] : [`Try again after ${body.resetTime}.`];
  return [body.message ?? `The server answers ${status} and says nothing.`, ...fields, ...again].join('\n');
}

/** Calls the API. @throws StartError in the server's words, or that it does not answer. */
export async function callServer<Answer>(
  { origin, apiKey }: Server,
  [method, path]: readonly [method: string, path: string],
  schema: z.ZodType<Answer>,
  payload?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    // The key is for this server and no other.
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => {
    throw new StartError(`${origin} does not answer.`);
  });
  const body: unknown = await answer.json().catch(() => null);
  const isObject = typeof body === 'object' && body !== null;
  if (!answer.ok && isObject) throw new StartError(refusalOf(answer.status, body));
  const read = schema.safeParse(body);
  if (!answer.ok || !read.success)
    throw new StartError(`${origin} answers ${answer.status}, but not as a server of Kauke. Is the address right?`);
  return read.data;
}
