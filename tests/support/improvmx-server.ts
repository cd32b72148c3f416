import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createImprovmxAccount,
  type ApiAnswer,
  type ApiRequest,
  type ImprovmxAccount,
} from '#support/improvmx-account.ts';

/** What goes wrong with one request. `late` and `half` and `drop_after`: only the answer; the change is made. */
export type Trouble =
  | 'drop_before'
  | 'drop_after'
  | 'error_500'
  | 'html'
  | 'half'
  | 'unsuccessful'
  | 'busy'
  | 'redirect'
  /** The answer comes after `lateMs`, the change at once. */
  | 'late'
  /** Both come after `lateMs`. */
  | 'slow';

export interface SeenRequest {
  readonly method: string;
  /** With the version and the query. */
  readonly url: string;
  readonly authorization: string | undefined;
}

/** A server that speaks version 3 of the API of ImprovMX on this machine, well or badly. */
export interface ImprovmxServer {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly account: ImprovmxAccount;
  readonly requests: readonly SeenRequest[];
  /** Asked before each request. */
  trouble: (request: SeenRequest) => Trouble | null;
  lateMs: number;
  /** Requests in each window; null: any number. The window ends by `allowAgain`. */
  ratePerWindow: number | null;
  allowAgain(): void;
  /** What the headers of a full window say, in seconds from now. */
  windowSeconds: number;
  /** Resolves when no request is in hand. */
  idle(): Promise<void>;
  /** Takes no connection any more until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

const apiKey = 'sk_0123456789abcdef0123456789abcdef';
const bodyMax = 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<ApiRequest['body']> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' || text.length > bodyMax ? {} : (JSON.parse(text) as ApiRequest['body']);
}

export async function startImprovmxServer(): Promise<ImprovmxServer> {
  const account = createImprovmxAccount();
  const requests: SeenRequest[] = [];
  let used = 0;
  const inHand = new Set<Promise<void>>();
  let port = 0;

  const rateHeaders = (): Record<string, string> => {
    if (standIn.ratePerWindow === null) return {};
    return {
      'X-RateLimit-Limit': String(standIn.ratePerWindow),
      'X-RateLimit-Remaining': String(Math.max(0, standIn.ratePerWindow - used)),
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + standIn.windowSeconds),
    };
  };

  const write = (response: ServerResponse, { status, body }: ApiAnswer, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...rateHeaders(), ...headers });
    response.end(JSON.stringify(body));
  };

  const refuseAsBusy = (response: ServerResponse): void =>
    write(
      response,
      { status: 429, body: { error: 'Too many requests', code: 429, success: false } },
      { 'Retry-After': String(standIn.windowSeconds) },
    );

  const answer = (seen: SeenRequest, body: ApiRequest['body']): ApiAnswer => {
    if (seen.authorization !== `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`) {
      return { status: 401, body: { code: 'UNABLE_TO_AUTHENTICATE', error: 'Invalid API key.', success: false } };
    }
    const url = new URL(seen.url, 'http://stand-in');
    const path = url.pathname.split('/').filter(Boolean).slice(1).map(decodeURIComponent);
    return account.answer({ method: seen.method, path, query: url.searchParams, body });
  };

  /** What comes instead of the answer; false when the answer may go out. */
  const spoil = (trouble: Trouble | null, response: ServerResponse): boolean => {
    if (trouble === 'error_500') write(response, { status: 500, body: { error: 'Internal error', success: false } });
    else if (trouble === 'html') {
      response.writeHead(502, { 'Content-Type': 'text/html' });
      response.end('<html><body><h1>Bad gateway</h1></body></html>');
    } else if (trouble === 'unsuccessful') write(response, { status: 200, body: { success: false } });
    else if (trouble === 'busy') refuseAsBusy(response);
    else if (trouble === 'redirect') response.writeHead(307, { Location: '/v3/elsewhere' }).end();
    else if (trouble === 'drop_before') response.socket?.destroy();
    else return false;
    return true;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const seen = { method, url, authorization: headers.authorization };
    requests.push(seen);
    used += 1;
    if (standIn.ratePerWindow !== null && used > standIn.ratePerWindow) return refuseAsBusy(response);
    // Whole, so that it can be carried out although its sender has given up.
    const body = await readBody(request);
    const trouble = standIn.trouble(seen);
    if (spoil(trouble, response)) return;
    if (trouble === 'slow') await pause(standIn.lateMs);
    const result = answer(seen, body);
    if (trouble === 'drop_after') {
      response.socket?.destroy();
    } else if (trouble === 'half') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(result.body).slice(0, 10));
    } else {
      if (trouble === 'late') await pause(standIn.lateMs);
      write(response, result);
    }
  };

  const server = createServer((request, response) => {
    const handled = handle(request, response).catch(() => void response.socket?.destroy());
    inHand.add(handled);
    void handled.then(() => inHand.delete(handled));
  });
  const open = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await open();

  const standIn: ImprovmxServer = {
    apiUrl: `http://127.0.0.1:${port}/v3`,
    apiKey,
    account,
    requests,
    trouble: () => null,
    lateMs: 0,
    ratePerWindow: null,
    windowSeconds: 1,
    allowAgain: () => {
      used = 0;
    },
    idle: async () => {
      while (inHand.size > 0) await Promise.all(inHand);
    },
    shut,
    open,
    close: () => (server.listening ? shut() : Promise.resolve()),
  };
  return standIn;
}
