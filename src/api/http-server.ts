import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket, type SecureContext } from 'node:tls';
import { createAdaptorServer } from '@hono/node-server';
import { defaultHttpLimits, HttpConnections, type HttpLimits } from '#api/http-connections.ts';
import { alive, livenessPath } from '#api/routes/site/health.ts';
import { StartError } from '#config/start-error.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import { systemClock } from '#platform/clock.ts';
import { createNetworkList } from '#platform/ip.ts';
import type { Log } from '#platform/log.ts';
import { ignoreMetrics, type Metrics } from '#platform/metrics.ts';
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

const keepAliveTimeout = 10_000;
const checkHeadsMs = 1_000;
const maxHeaderSize = 16 * 1024;

/** The least that a client understands who is not to cost more. */
const full = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 10',
  'Connection: close',
  'Content-Length: 0',
  '',
  '',
].join('\r\n');

/** Well within the 2 s that a probe waits. */
const startPatienceMs = 1_500;

const starting: HttpApp = {
  fetch: () =>
    Response.json(
      { message: exactErrors.starting, code: 'unavailable' },
      { status: 503, headers: { 'Cache-Control': 'no-store', 'Retry-After': '2' } },
    ),
};

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

/** Connections that may come, of HTTP. Heard before Node's own listener, which reads from whoever is left. */
function admitPlain(server: Server, connections: HttpConnections): void {
  server.prependListener('connection', (socket) => {
    if (socket instanceof TLSSocket) return;
    if (connections.mayEnter(socket.remoteAddress ?? '')) return connections.hold(socket);
    socket.write(full);
    socket.destroy();
  });
}

/** And those of HTTPS. The same server reads what comes out of either: limits, time-outs and the end are one. */
function admitTls(
  tlsServer: NetServer,
  {
    server,
    connections,
    certificate,
  }: { server: Server; connections: HttpConnections; certificate: () => SecureContext },
): void {
  tlsServer.on('connection', (socket) => {
    if (!connections.mayEnter(socket.remoteAddress ?? '')) return socket.destroy();
    const secured = new TLSSocket(socket, { isServer: true, secureContext: certificate() });
    connections.hold(secured);
    return server.emit('connection', secured);
  });
}

/** What Node itself bounds of a request. */
function limitRequests({ headMs }: HttpLimits) {
  return {
    headersTimeout: headMs,
    // How long a whole one may take depends on its length (`http-connections`).
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(checkHeadsMs, headMs),
    keepAliveTimeout,
    maxHeaderSize,
  };
}

interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  /** Addresses and networks of proxies, whose connections are those of many clients. */
  readonly trustedProxies?: readonly string[];
  readonly metrics?: Metrics;
  readonly limits?: HttpLimits;
}

/** Binds the HTTP port. @throws StartError when it cannot. */
export async function startHttpServer({
  host,
  port,
  log,
  trustedProxies = [],
  metrics = ignoreMetrics,
  limits = defaultHttpLimits,
}: HttpServerOptions): Promise<HttpServer> {
  const given = Promise.withResolvers<HttpApp>();
  let app: HttpApp = {
    fetch: async (request, env) =>
      new URL(request.url).pathname === livenessPath
        ? Response.json(alive)
        : (await answerInTime(given.promise, startPatienceMs, starting)).fetch(request, env),
  };
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, env),
    serverOptions: limitRequests(limits),
  }) as Server;
  const connections = new HttpConnections(server, {
    limits,
    clock: systemClock,
    isProxy: createNetworkList(trustedProxies),
    metrics,
  });
  admitPlain(server, connections);
  const boundPort = await listen(server, 'HTTP_PORT', host, port);
  server.on('error', (error) => log.error('http_listener_failed', error));
  const tlsServer = createServer({ noDelay: true });
  const closeBoth = () => Promise.all([server, tlsServer].map(stopListening));

  return {
    port: boundPort,
    openTls: async ({ port: tlsPort, certificate }) => {
      admitTls(tlsServer, { server, connections, certificate });
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
      connections.closeIdle();
      const timer = new AbortController();
      await Promise.race([closed, pause(graceMs, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    },
    close: async () => {
      const closed = closeBoth();
      connections.stop();
      server.closeAllConnections();
      await closed;
    },
  };
}
