import { request as startHttpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { clientContext } from '#protocol/net/client-context.ts';
import {
  createGuardedDialer,
  DialError,
  type DialFault,
  type Dialer,
  type GuardedDialerOptions,
} from '#protocol/net/dialer.ts';
import { isLoopback } from '#platform/ip.ts';

export interface FetchRequest {
  readonly method: 'GET' | 'POST';
  /** https, or http where the fetch was made with `allowInsecure`. */
  readonly url: URL;
  /** Without Host, Connection and Content-Length. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly body: Buffer | null;
  /** For everything: look-up, connection, TLS, request, answer. */
  readonly timeoutMs: number;
  /** Octets of the answer's body that are read; the connection is closed at the next one. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called when the request is about to be written: from here on the server may act on it. */
  readonly onSending?: () => void;
}

/** Why there is no answer. `malformed`: the server does not speak HTTP, or its header is larger than 16 KiB. */
export type FetchFault = Exclude<DialFault, 'stopped'> | 'tls' | 'timeout' | 'stopped' | 'lost' | 'malformed';

export type FetchResult =
  | {
      readonly kind: 'answer';
      /** As it came: a redirect is an answer like any other and never followed. */
      readonly status: number;
      readonly headers: {
        readonly contentType: string | null;
        readonly retryAfter: string | null;
        readonly date: string | null;
      };
      /** The first `maxBytes` octets at most. */
      readonly body: Buffer;
      /** The body came to its end in time and within `maxBytes`. */
      readonly complete: boolean;
    }
  | { readonly kind: 'failed'; readonly fault: FetchFault };

/** Never rejects. */
export type GuardedFetch = (request: FetchRequest) => Promise<FetchResult>;

export interface GuardedFetchOptions {
  readonly resolver: GuardedDialerOptions['resolver'];
  /** Whether an IP address may be connected to. */
  readonly allowAddress: (address: string) => boolean;
  /** Plain http, and addresses of this machine's loopback. */
  readonly allowInsecure: boolean;
  /** Certificates (PEM) that servers' certificates must lead to; null: those that Node.js trusts. */
  readonly authorities: string | null;
}

/** For one address of a host. */
const connectTimeoutMs = 10_000;

/** The host of a URL as the dialer takes it: IPv6 addresses without brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Knows addresses written as such, and `localhost` (RFC 6761 §6.3), without asking DNS; they are checked all the same. */
function lookUpLiterals({ resolver }: GuardedFetchOptions): GuardedDialerOptions['resolver'] {
  return {
    addresses: async (host) => {
      const known = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
      const isKnown = host === 'localhost' || isIP(host) !== 0;
      return isKnown ? { kind: 'found', records: known, authenticated: false } : resolver.addresses(host);
    },
  };
}

/** A failure with its reason; carries neither host nor address. */
class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly fault: FetchFault;

  constructor(fault: FetchFault) {
    super(fault);
    this.fault = fault;
  }
}

/** TLS with a certificate that is valid for the host. @throws FetchError tls */
function encrypt(
  socket: Socket,
  host: string,
  { authorities }: GuardedFetchOptions,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({
      socket,
      host,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 ? { servername: host } : {}),
      secureContext: clientContext(authorities),
    });
    const stop = (): void => {
      secure.destroy();
      socket.destroy();
    };
    const fail = (): void => {
      signal.removeEventListener('abort', stop);
      stop();
      reject(new FetchError('tls'));
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    // 'close' follows every 'error'; without a listener the error would end the program.
    secure.on('error', () => {}).once('close', fail);
    secure.once('secureConnect', () => {
      signal.removeEventListener('abort', stop);
      secure.off('close', fail);
      resolve(secure);
    });
  });
}

function start(socket: Socket, { method, url, headers, body }: FetchRequest): ClientRequest {
  return startHttpRequest({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      ...headers,
      Host: url.host,
      Connection: 'close',
      ...(body === null ? {} : { 'Content-Length': body.length }),
    },
  });
}

function isParserError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('HPE_');
}

function readHeader(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', (error) => reject(new FetchError(isParserError(error) ? 'malformed' : 'lost')));
    // A protocol we did not ask for.
    request.once('upgrade', () => reject(new FetchError('malformed')));
  });
}

/** The body as far as it comes: whoever sent the status has answered, whatever happens behind it. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<{ body: Buffer; complete: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
  } catch {
    return { body: Buffer.concat(chunks).subarray(0, maxBytes), complete: false };
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), complete: size <= maxBytes };
}

/** What is known of a fetch while it runs. */
interface Progress {
  /** The header of the answer is there: only its body can still be cut. */
  answered: boolean;
}

async function exchange(
  socket: Socket,
  order: FetchRequest,
  signal: AbortSignal,
  progress: Progress,
): Promise<FetchResult> {
  const stop = (): void => {
    socket.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) throw new FetchError('lost');
    order.onSending?.();
    const request = start(socket, order);
    const header = readHeader(request);
    request.end(order.body ?? undefined);
    const response = await header;
    progress.answered = true;
    const { 'content-type': contentType = null, 'retry-after': retryAfter = null, date = null } = response.headers;
    const { body, complete } = await readBody(response, order.maxBytes);
    return {
      kind: 'answer',
      status: response.statusCode ?? 0,
      headers: { contentType, retryAfter, date },
      body,
      complete,
    };
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

function faultOf(error: unknown): FetchFault {
  if (error instanceof FetchError || error instanceof DialError) return error.fault;
  // What Node.js refuses to put into a request.
  return 'malformed';
}

/**
 * One request over https to a host that a user or DNS chose: the connection goes to the very address that was checked,
 * the certificate must be valid for the host, nothing is followed, and neither a slow nor an endless answer holds us.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { allowInsecure } = options;
  const dialer: Dialer = createGuardedDialer({
    resolver: lookUpLiterals(options),
    allowAddress: (address) => options.allowAddress(address) || (allowInsecure && isLoopback(address)),
    timeoutMs: connectTimeoutMs,
  });

  const open = async (url: URL, signal: AbortSignal): Promise<Socket> => {
    const host = hostOf(url);
    const isSecure = url.protocol === 'https:';
    if (!isSecure && !(allowInsecure && url.protocol === 'http:')) throw new FetchError('forbidden');
    const socket = await dialer(host, Number(url.port) || (isSecure ? 443 : 80), signal);
    return isSecure ? encrypt(socket, host, options, signal) : socket;
  };

  const work = async (order: FetchRequest, signal: AbortSignal, progress: Progress): Promise<FetchResult> => {
    try {
      return await exchange(await open(order.url, signal), order, signal, progress);
    } catch (error) {
      return { kind: 'failed', fault: faultOf(error) };
    }
  };

  return async (order) => {
    // No signal of signals: one that somebody listens to stays in memory, and the request with it, for as long as each of them may come.
    const ending = new AbortController();
    const { signal } = ending;
    const stop = (): void => ending.abort();
    const timer = setTimeout(stop, order.timeoutMs);
    order.signal.addEventListener('abort', stop, { once: true });
    if (order.signal.aborted) stop();
    const progress: Progress = { answered: false };
    const working = work(order, signal, progress);
    const ended = Promise.withResolvers<FetchResult>();
    const end = (): void => {
      // DNS cannot be interrupted, so the end of the time does not wait for the work to notice.
      if (!progress.answered) ended.resolve({ kind: 'failed', fault: order.signal.aborted ? 'stopped' : 'timeout' });
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([ended.promise, working]);
    } finally {
      clearTimeout(timer);
      order.signal.removeEventListener('abort', stop);
    }
  };
}
