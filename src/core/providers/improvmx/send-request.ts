import { setTimeout as pause } from 'node:timers/promises';
import { decodeAnswer, type AnswerBody, ProviderError } from '#core/providers/improvmx/provider-answer.ts';
import type { ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import type { Clock } from '#platform/clock.ts';
import { readRetryAfter } from '#platform/retry-after.ts';

export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parts of the path below the base, each as it is: they are escaped here. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface RequestSender {
  /** How long the provider wants to be left alone, in milliseconds. */
  waitMs(): number;
  /** @throws ProviderError; never waits for its turn longer than `signal` and `patienceMs`, by default that of the pace, allow. */
  send(request: ProviderRequest, signal: AbortSignal, patienceMs?: number): Promise<AnswerBody>;
}

export interface RequestSenderOptions {
  /** With the version of the API in its path; a trailing slash does not count. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly pace: ProviderPace;
}

/** A hundred aliases with twenty web addresses each. */
const answerMaxBytes = 8 * 1024 * 1024;

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerMaxBytes) throw new ProviderError('down', response.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function urlOf(apiUrl: string, { path, query = {} }: ProviderRequest): string {
  const url = `${apiUrl.replace(/\/+$/u, '')}/${path.map(encodeURIComponent).join('/')}`;
  const search = new URLSearchParams(query).toString();
  return search === '' ? url : `${url}?${search}`;
}

/** Sends requests to the API one way for all: signed in, within the rate it allows, with a time-out. */
export function createRequestSender({ apiUrl, apiKey, clock, pace }: RequestSenderOptions): RequestSender {
  const gate = createRequestGate(clock, pace);
  const authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`;

  const takeTurn = async (signal: AbortSignal, patienceMs: number): Promise<void> => {
    const giveUpAtMs = clock.now() + patienceMs;
    for (let waitMs = gate.waitMs(); waitMs > 0; waitMs = gate.waitMs()) {
      if (clock.now() + waitMs > giveUpAtMs) throw new ProviderError('busy');
      await pause(waitMs, undefined, { signal });
    }
  };

  const fetchText = async (
    request: ProviderRequest,
    signal: AbortSignal,
  ): Promise<{ status: number; text: string }> => {
    const { method, body } = request;
    const response = await fetch(urlOf(apiUrl, request), {
      method,
      headers: {
        Authorization: authorization,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The key goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(pace.requestTimeoutMs)]),
    });
    gate.answered(response.status, response.headers);
    return { status: response.status, text: await readText(response) };
  };

  return {
    waitMs: gate.waitMs,
    send: async (request, signal, patienceMs = pace.patienceMs) => {
      try {
        await takeTurn(signal, patienceMs);
        const { status, text } = await fetchText(request, signal);
        const body = decodeAnswer(status, text);
        gate.recovered();
        return body;
      } catch (error) {
        const fault = error instanceof ProviderError ? error : new ProviderError('down');
        if (fault.code === 'down') gate.failed();
        else if (fault.code !== 'busy') gate.recovered();
        throw fault;
      }
    },
  };
}

/** Keeps this process from asking a provider that wants silence or does not answer. */
export interface RequestGate {
  /** How long nothing may be asked, in milliseconds; 0 when something may. */
  waitMs(): number;
  /** Notes what an answer says about the next ones. `status`: of HTTP. */
  answered(status: number, headers: Headers): void;
  /** Nothing came back that makes sense: silence, longer each time in a row. */
  failed(): void;
  /** An answer that makes sense ends such a row. */
  recovered(): void;
}

/** The end of the provider's window as Unix time in seconds. */
function resetMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('X-RateLimit-Reset')?.trim() ?? '';
  return /^\d{1,12}$/u.test(text) ? Number(text) * 1000 - nowMs : null;
}

/** Opens at once. */
export function createRequestGate(
  { now }: Clock,
  { pauseFirstMs, pauseMaxMs, busyMs, busyMaxMs }: ProviderPace,
): RequestGate {
  let closedUntilMs = 0;
  let pauseMs = pauseFirstMs;

  const close = (forMs: number): void => {
    closedUntilMs = Math.max(closedUntilMs, now() + forMs);
  };
  /** A header that asks for the past or for days is not followed. */
  const closeAsAsked = (forMs: number): void => close(Math.min(Math.max(forMs, pauseFirstMs), busyMaxMs));

  return {
    waitMs: () => Math.max(0, closedUntilMs - now()),
    answered: (status, headers) => {
      const nowMs = now();
      if (status === 429) {
        closeAsAsked(readRetryAfter(headers.get('Retry-After'), nowMs) ?? resetMs(headers, nowMs) ?? busyMs);
      } else if (headers.get('X-RateLimit-Remaining')?.trim() === '0') {
        closeAsAsked(resetMs(headers, nowMs) ?? busyMs);
      }
    },
    failed: () => {
      close(pauseMs);
      pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
    },
    recovered: () => {
      pauseMs = pauseFirstMs;
    },
  };
}
