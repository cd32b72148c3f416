import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { StartError } from '#config/start-error.ts';
import type { Log } from '#platform/log.ts';

/** A Hono app, or anything that answers like one. */
export interface HttpApp {
  fetch(request: Request, env: object): Response | Promise<Response>;
}

/** The HTTP listener. It answers 503 until it is given an app. */
export interface HttpServer {
  /** Really bound. */
  readonly port: number;
  serve(app: HttpApp): void;
  /** Accepts nobody any more and lets requests in hand finish for `graceMs`. */
  drain(graceMs: number): Promise<void>;
  /** Cuts off whoever is left. */
  close(): Promise<void>;
}

const timeouts = {
  /** To send the headers of a request. */
  headersTimeout: 10_000,
  /** To send a whole request. */
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
};
const maxHeaderSize = 16 * 1024;
const maxConnections = 2000;

const starting: HttpApp = {
  fetch: () =>
    Response.json(
      { message: 'The service is starting. Please try again shortly.', code: 'unavailable' },
      { status: 503, headers: { 'Cache-Control': 'no-store', 'Retry-After': '2' } },
    ),
};

/** Binds the HTTP port. @throws StartError when it cannot. */
export const startHttpServer = async ({
  host,
  port,
  log,
}: {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
}): Promise<HttpServer> => {
  let app = starting;
  const serverOptions = { ...timeouts, maxHeaderSize };
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, env),
    serverOptions,
  }) as Server;
  server.maxConnections = maxConnections;
  server.listen({ host, port });
  await once(server, 'listening').catch((error: unknown) => {
    throw StartError.ofListener('HTTP_PORT', host, port, error);
  });
  server.on('error', (error) => log.error('http_listener_failed', error));

  return {
    port: (server.address() as AddressInfo).port,
    serve: (served) => {
      app = served;
    },
    drain: async (graceMs) => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = new AbortController();
      await Promise.race([closed, pause(graceMs, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    },
    close: async () => {
      const closed = server.listening ? once(server, 'close') : null;
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
