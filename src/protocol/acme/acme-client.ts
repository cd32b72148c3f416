import type { KeyObject } from 'node:crypto';
import { signRequest } from '#protocol/acme/account-key.ts';
import { AcmeError, problemCode } from '#protocol/acme/acme-error.ts';
import type { Clock } from '#platform/clock.ts';
import { readRetryAfter } from '#platform/retry-after.ts';

/** What an ACME server answered. */
export interface AcmeAnswer {
  /** Of the resource that was made; null: none was named. */
  readonly location: string | null;
  /** When to ask again; null: the server does not say. */
  readonly retryAfterMs: number | null;
  readonly text: string;
}

/** Requests to one ACME server in the name of one account (RFC 8555). */
export interface AcmeClient {
  /** The address of a resource of the directory (RFC 8555 §7.1.1); null: the server has not got it. @throws AcmeError */
  resource(name: string): Promise<string | null>;
  /** Without a signature, as for the directory and renewal information. @throws AcmeError */
  get(url: string): Promise<AcmeAnswer>;
  /** Signed; `payload` null reads. @throws AcmeError */
  post(url: string, payload: object | null): Promise<AcmeAnswer>;
  /** Names the account from now on. */
  actAs(accountUrl: string): void;
}

export interface AcmeClientOptions {
  readonly directoryUrl: string;
  /** Of the account: private, on P-256. */
  readonly key: KeyObject;
  /** Null: there is no account yet. */
  readonly accountUrl: string | null;
  readonly clock: Clock;
  /** Ends whatever is under way. */
  readonly signal: AbortSignal;
}

/** Servers ask every client for its name (RFC 8555 §6.1). */
const userAgent = 'kauke-acme';
const requestTimeoutMs = 15_000;
/** A chain of certificates has some kilobytes. */
const answerMaxBytes = 256 * 1024;
/** Nonces grow old, and the server gives a new one with its refusal (RFC 8555 §6.5). */
const nonceTries = 3;

/** @throws AcmeError for an answer that is too long. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerMaxBytes) throw new AcmeError('answer_unclear');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** @throws AcmeError where it is no JSON object. */
export function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Told below.
  }
  throw new AcmeError('answer_unclear');
}

function findProblem(status: number, text: string): string {
  try {
    return problemCode(JSON.parse(text)) ?? `http_${status}`;
  } catch {
    return `http_${status}`;
  }
}

interface Outgoing {
  readonly method?: 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks nobody before it is used. */
export function createAcmeClient(options: AcmeClientOptions): AcmeClient {
  const { directoryUrl, key, clock, signal } = options;
  let { accountUrl } = options;
  let nonce: string | null = null;
  let directory: Record<string, unknown> | null = null;

  const request = async (url: string, init: Outgoing = {}): Promise<AcmeAnswer> => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]);
    try {
      const headers = { ...init.headers, 'User-Agent': userAgent };
      const response = await fetch(url, { ...init, headers, redirect: 'error', signal: ends });
      nonce = response.headers.get('Replay-Nonce') ?? nonce;
      const text = await readText(response);
      const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'), clock.now());
      if (!response.ok) throw new AcmeError(findProblem(response.status, text), retryAfterMs);
      const place = response.headers.get('Location');
      // It may be relative (RFC 9110 §10.2.2).
      return { location: place === null ? null : (URL.parse(place, url)?.href ?? null), retryAfterMs, text };
    } catch (error) {
      throw error instanceof AcmeError ? error : new AcmeError('unreachable');
    }
  };

  const resource = async (name: string): Promise<string | null> => {
    directory ??= readObject((await request(directoryUrl)).text);
    const url = directory[name];
    return typeof url === 'string' && URL.canParse(url) ? url : null;
  };

  /** Each is used once (RFC 8555 §6.5). */
  const takeNonce = async (): Promise<string> => {
    if (nonce === null) await request((await resource('newNonce')) ?? directoryUrl, { method: 'HEAD' });
    const taken = nonce;
    nonce = null;
    if (taken === null) throw new AcmeError('answer_unclear');
    return taken;
  };

  const post = async (url: string, payload: object | null, tries: number): Promise<AcmeAnswer> => {
    const body = signRequest(key, { nonce: await takeNonce(), url, accountUrl }, payload);
    const headers = { 'Content-Type': 'application/jose+json' };
    try {
      return await request(url, { method: 'POST', headers, body });
    } catch (error) {
      if (!(error instanceof AcmeError) || error.code !== 'badNonce' || tries <= 1) throw error;
      return post(url, payload, tries - 1);
    }
  };

  return {
    resource,
    get: (url) => request(url),
    post: (url, payload) => post(url, payload, nonceTries),
    actAs: (url) => {
      accountUrl = url;
    },
  };
}
