import type { Server } from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket, type SecureContext } from 'node:tls';
import { createAdaptorServer } from '@hono/node-server';
import { defaultHttpLimits, HttpConnections, type HttpLimits } from '#api/http-connections.ts';
import { alive, livenessPath } from '#api/routes/site/health.ts';
import { StartError } from '#config/start-error.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import { systemClock } from '#platform/clock.ts';
import { createNetworkList } from '#platform/ip.ts';
import { listenAlone } from '#platform/listen.ts';
import type { Log } from '#platform/log.ts';
import { ignoreMetrics, type Metrics } from '#platform/metrics.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** A Hono app, or anything that answers like one. */
export interface HttpApp {
  fetch(request: Request, env: object): Response | Promise<Response>;
}

/** What a client of TLS names before it is shown a certificate. */
export interface TlsGreeting {
  /** Empty: none. */
  readonly servername: string;
  /** That it could speak behind TLS (ALPN, RFC 7301). */
  readonly protocols: readonly string[];
}

/** The certificates of an HTTPS listener, asked for at each handshake. */
export interface TlsCertificates {
  /** For a client that names this host, or none (empty). */
  contextFor(servername: string): SecureContext;
  /** For a client that only wants to see a proof: what it is shown, by which protocol; null for any other. */
  proofFor(greeting: TlsGreeting): { readonly protocol: string; readonly context: SecureContext } | null;
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
  openTls(options: { readonly port: number; readonly certificates: TlsCertificates }): Promise<number>;
  /** Accepts nobody any more and lets requests in hand finish for `graceMs`. */
  drain(graceMs: number): Promise<void>;
  /** Cuts off whoever is left. */
  close(): Promise<void>;
}

const keepAliveTimeout = 10_000;
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

type Bind = (server: NetServer, variable: string, port: number) => Promise<number>;

function binderOf(host: string): Bind {
  return (server, variable, port) =>
    listenAlone(server, { host, port }).catch((error: unknown) => {
      throw StartError.ofListener(variable, host, port, error);
    });
}

/** Settles when the last connection has gone, at once for a server that is closed already. */
function stopListening(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Connections that may come, of HTTP. Node's own listener, which reads from a connection, hears of those alone. */
function admitPlain(server: Server, connections: HttpConnections): void {
  const readers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    if (!(socket instanceof TLSSocket)) {
      if (!connections.mayEnter(socket.remoteAddress ?? '')) return connections.turnAway(socket, full);
      connections.hold(socket);
    }
    for (const read of readers) Reflect.apply(read, server, [socket]);
  });
}

const httpProtocol = 'http/1.1';

/** The server's side of TLS on a connection that was accepted. */
function secure(socket: Socket, { contextFor, proofFor }: TlsCertificates): TLSSocket {
  let proof: ReturnType<typeof proofFor> = null;
  const options = {
    isServer: true,
    secureContext: contextFor(''),
    SNICallback: (servername: string, done: (error: null, context: SecureContext) => void) =>
      done(null, proof?.context ?? contextFor(servername)),
    // Called with `false` for a client that names no host.
    ALPNCallback: ({ servername, protocols }: { servername: string | false; protocols: string[] }) => {
      proof = proofFor({ servername: servername || '', protocols });
      if (proof === null) return protocols.find((protocol) => protocol === httpProtocol);
      // Whichever callback comes last decides, and that depends on the version of TLS.
      secured.setKeyCert(proof.context);
      // Nothing is said behind such a handshake.
      secured.once('secure', () => secured.destroySoon());
      return proof.protocol;
    },
  };
  const secured = new TLSSocket(socket, options);
  return secured;
}

/** And those of HTTPS. The same server reads what comes out of either: limits, time-outs and the end are one. */
function admitTls(
  tlsServer: NetServer,
  {
    server,
    connections,
    certificates,
  }: { server: Server; connections: HttpConnections; certificates: TlsCertificates },
): void {
  tlsServer.on('connection', (socket) => {
    if (!connections.mayEnter(socket.remoteAddress ?? '')) return connections.turnAway(socket, '');
    const secured = secure(socket, certificates);
    connections.hold(secured);
    return server.emit('connection', secured);
  });
}

/** What Node itself bounds of a request. */
const limitRequests = {
  // Heads and bodies have their times in `http-connections`: Node would end all at once that came at once.
  headersTimeout: 0,
  requestTimeout: 0,
  keepAliveTimeout,
  maxHeaderSize,
};

interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  /** The one that names the port. */
  readonly variable?: 'HTTP_PORT' | 'REDIRECT_PORT';
  readonly log: Log;
  /** Addresses and networks of proxies, whose connections are those of many clients. */
  readonly trustedProxies?: readonly string[];
  readonly metrics?: Metrics;
  readonly limits?: HttpLimits;
}

/** Binds a port for HTTP. @throws StartError when it cannot. */
export async function startHttpServer({
  host,
  port,
  variable = 'HTTP_PORT',
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
    serverOptions: limitRequests,
  }) as Server;
  const isProxy = createNetworkList(trustedProxies);
  const connections = new HttpConnections(server, { limits, clock: systemClock, isProxy, metrics });
  admitPlain(server, connections);
  const bind = binderOf(host);
  const boundPort = await bind(server, variable, port);
  server.on('error', (error) => log.error('http_listener_failed', error));
  const tlsServer = createServer({ noDelay: true });
  const closeBoth = () => Promise.all([server, tlsServer].map(stopListening));

  return {
    port: boundPort,
    openTls: async ({ port: tlsPort, certificates }) => {
      admitTls(tlsServer, { server, connections, certificates });
      const bound = await bind(tlsServer, 'HTTPS_PORT', tlsPort);
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
