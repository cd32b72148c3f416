import { setTimeout as pause } from 'node:timers/promises';
import { decodeAnswer, type AnswerBody } from '#core/providers/improvmx/decode-answer.ts';
import { ProviderError } from '#core/providers/improvmx/provider-error.ts';
import type { ProviderPace } from '#core/providers/improvmx/provider-pace.ts';
import { createRequestGate } from '#core/providers/improvmx/request-gate.ts';
import type { Clock } from '#platform/clock.ts';

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
  /** @throws ProviderError; never waits longer than `signal` and the pace allow. */
  send(request: ProviderRequest, signal: AbortSignal): Promise<AnswerBody>;
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

  const takeTurn = async (signal: AbortSignal): Promise<void> => {
    const giveUpAtMs = clock.now() + pace.patienceMs;
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
    send: async (request, signal) => {
      try {
        await takeTurn(signal);
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
