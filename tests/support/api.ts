import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp, type AppParts } from '#api/app.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';

export interface TestApi {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  stop(): Promise<void>;
}

/** The real HTTP side on a free port. */
export const startTestApi = async (core: AccountContext, parts: Partial<AppParts> = {}): Promise<TestApi> => {
  const app = createApp({
    core,
    version: '0.0.0-test',
    webFolder: null,
    readiness: () => Promise.resolve({ ready: true, database: true, listeners: true }),
    extensions: [],
    ...parts,
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

/** One answer with its JSON body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Visitor {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** A client that keeps its cookie, as a browser does. */
export const createVisitor = (api: TestApi): Visitor => {
  let cookie = '';
  return {
    async send(method, path, body, headers = {}) {
      const response = await fetch(api.url + path, {
        method,
        headers: {
          connection: 'close',
          ...(cookie !== '' && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const [first] = response.headers.getSetCookie();
      if (first !== undefined) cookie = first.split(';')[0] ?? '';
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? (JSON.parse(text) as unknown) : text,
      };
    },
  };
};
