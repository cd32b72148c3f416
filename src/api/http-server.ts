import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket, type SecureContext } from 'node:tls';
import { createAdaptorServer } from '@hono/node-server';
import { alive, livenessPath } from '#api/routes/site/health.ts';
import { StartError } from '#config/start-error.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import type { Log } from '#platform/log.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** A Hono app, or anything that answers like one. */
export interface HttpApp {
  fetch(request: Request, env: object): Response | Promise<Response>;
}

/** The HTTP listener. Until it is given an app it says that it lives; all else waits a little and is answered 503 then. */
export interface HttpServer {
  /** Really bound. */
  readonly port: number;
  serve(app: HttpApp): void;
  /**
   * Answers by TLS, too; the port really bound. Each connection asks for the certificate that holds then.
   * @throws StartError when the port cannot be bound.
   */
  openTls(options: { readonly port: number; readonly certificate: () => SecureContext }): Promise<number>;
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

/** Well within the 2 s that a probe waits. */
const startPatienceMs = 1_500;

const starting: HttpApp = {
  fetch: () =>
    Response.json(
      { message: exactErrors.starting, code: 'unavailable' },
      { status: 503, headers: { 'Cache-Control': 'no-store', 'Retry-After': '2' } },
    ),
};

/**
 * Returns how to close connections without a request in hand, now and as soon as they have none. Browsers open some in
 * advance, which Node itself does not count as idle.
 */
function createIdleCloser(server: Server): () => void {
  const connections = new Map<Socket, { requests: number }>();
  let closing = false;
  server.on('connection', (socket) => {
    connections.set(socket, { requests: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    response.once('close', () => {
      connection.requests -= 1;
      if (closing && connection.requests === 0) socket.destroySoon();
    });
  });
  return () => {
    closing = true;
    for (const [socket, { requests }] of connections) if (requests === 0) socket.destroySoon();
  };
}

async function listen(server: NetServer, variable: string, host: string, port: number): Promise<number> {
  server.listen({ host, port });
  await once(server, 'listening').catch((error: unknown) => {
    throw StartError.ofListener(variable, host, port, error);
  });
  return (server.address() as AddressInfo).port;
}

/** Settles when the last connection has gone, at once for a server that is closed already. */
function stopListening(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Binds the HTTP port. @throws StartError when it cannot. */
export async function startHttpServer({
  host,
  port,
  log,
}: {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
}): Promise<HttpServer> {
  const given = Promise.withResolvers<HttpApp>();
  let app: HttpApp = {
    fetch: async (request, env) =>
      new URL(request.url).pathname === livenessPath
        ? Response.json(alive)
        : (await answerInTime(given.promise, startPatienceMs, starting)).fetch(request, env),
  };
  const serverOptions = { ...timeouts, maxHeaderSize };
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, env),
    serverOptions,
  }) as Server;
  server.maxConnections = maxConnections;
  const closeIdle = createIdleCloser(server);
  const boundPort = await listen(server, 'HTTP_PORT', host, port);
  server.on('error', (error) => log.error('http_listener_failed', error));
  const tlsServer = createServer({ noDelay: true });
  tlsServer.maxConnections = maxConnections;
  const closeBoth = () => Promise.all([server, tlsServer].map(stopListening));

  return {
    port: boundPort,
    openTls: async ({ port: tlsPort, certificate }) => {
      // The same server reads what comes out of either: limits, time-outs and the end are one.
      tlsServer.on('connection', (socket) => {
        server.emit('connection', new TLSSocket(socket, { isServer: true, secureContext: certificate() }));
      });
      const bound = await listen(tlsServer, 'HTTPS_PORT', host, tlsPort);
      tlsServer.on('error', (error) => log.error('https_listener_failed', error));
      return bound;
    },
    serve: (served) => {
      app = served;
      given.resolve(served);
    },
    drain: async (graceMs) => {
      if (!server.listening) return;
      const closed = closeBoth();
      closeIdle();
      const timer = new AbortController();
      await Promise.race([closed, pause(graceMs, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    },
    close: async () => {
      const closed = closeBoth();
      server.closeAllConnections();
      await closed;
    },
  };
}
