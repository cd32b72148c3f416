import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { unmapAddress } from '#platform/ip.ts';
import { listenAlone, type Listen, type ListenPlace } from '#platform/listen.ts';
import { clientNetworks, type Peer } from '#protocol/smtp-server/client-networks.ts';
import { readProxyHeader } from '#protocol/smtp-server/proxy-header.ts';
import { formatReply, sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import type { ClientSession } from '#protocol/smtp-server/client-session.ts';
import { SessionRegistry } from '#protocol/smtp-server/session-registry.ts';
import type { SessionContext } from '#protocol/smtp-server/session-context.ts';
import type { ClientPatience } from '#protocol/smtp-server/smtp-limits.ts';
import { SmtpSession } from '#protocol/smtp-server/smtp-session.ts';

/** Where the clients of a listener come from. */
export interface ReceptionOptions {
  /** Whether a peer is a proxy, which must begin with a PROXY header. */
  readonly isProxy: (address: string) => boolean;
  readonly listen?: Listen;
}

/** What an SMTP server is built from. */
export interface SmtpListenerOptions<Recipient> extends SessionContext<Recipient>, ReceptionOptions {}

/** What a server of any protocol is built from. */
interface ClientListenerOptions
  extends Pick<SessionContext<never>, 'listener' | 'limits' | 'bounds' | 'clock' | 'log'>, ReceptionOptions {
  /** Begins a conversation. `patience`: what is asked of clients at the moment. */
  readonly converse: (socket: Socket, peer: Peer, patience: () => ClientPatience) => ClientSession;
  /** What who finds no place is told, in clear also where TLS is expected: a handshake would cost more than the client may have. */
  readonly noPlace: string;
}

/** A server on one port. */
export interface ClientListener {
  /** Starts to accept; the port really bound (`port` 0: any free one). @throws Error the system's, such as EADDRINUSE */
  listen(place: ListenPlace): Promise<number>;
  /**
   * Accepts nobody any more; sessions get 421 as soon as they have no message in hand (RFC 5321 §3.8), and are cut off
   * after `graceMs`.
   */
  close(graceMs: number): Promise<void>;
  /** Connections that are open, and octets of messages in hand. */
  load(): { readonly connections: number; readonly heldBytes: number };
}

/** Whom the listener serves. */
interface Reception {
  readonly sockets: ReadonlySet<Socket>;
  serve(socket: Socket): void;
  /** Serves nobody new; sessions end as soon as they have no message in hand. */
  stop(): void;
  /** Settles when all sessions are over. */
  done(): Promise<unknown>;
}

function createReception(options: ClientListenerOptions): Reception {
  const { bounds, isProxy, limits, listener, noPlace } = options;
  const sockets = new Set<Socket>();
  const crowd = new SessionRegistry(options);
  let stopped = false;

  const turnAway = (socket: Socket): void => {
    socket.end(noPlace, () => socket.destroy());
  };

  const networksOf = (address: string, proxied: boolean) => clientNetworks(address, proxied, bounds.nameOf);

  const converse = async (socket: Socket, peer: Peer): Promise<void> => {
    const { networks } = peer;
    const leave = await bounds.gate.enter(listener, networks, () => crowd.makeRoom(networks)).catch(() => null);
    if (leave === null || stopped || socket.destroyed) {
      leave?.();
      turnAway(socket);
      return;
    }
    socket.once('close', leave);
    crowd.add(options.converse(socket, peer, () => crowd.patience));
  };

  /** A proxy that does not say for whom it speaks gets no answer. */
  const converseThroughProxy = async (socket: Socket, proxyAddress: string): Promise<void> => {
    const header = await readProxyHeader(socket, limits.proxyHeaderMs);
    if (header === null || stopped) {
      socket.destroy();
      return;
    }
    const address = unmapAddress(header.source ?? proxyAddress);
    await converse(socket, { address, networks: networksOf(address, true) });
  };

  return {
    sockets,
    serve: (socket) => {
      const address = unmapAddress(socket.remoteAddress ?? '');
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => {});
      // The gate counts a client once its header has come; until then this does.
      if (sockets.size - crowd.size > limits.maxConnections) turnAway(socket);
      else if (isProxy(address)) void converseThroughProxy(socket, address);
      else void converse(socket, { address, networks: networksOf(address, false) });
    },
    stop: () => {
      stopped = true;
      crowd.stop();
    },
    done: () => crowd.done(),
  };
}

/** An SMTP server on one port. Limits hold for all its sessions together. */
export function createSmtpListener<Recipient>(options: SmtpListenerOptions<Recipient>): ClientListener {
  return createClientListener({
    ...options,
    converse: (socket, peer, patience) => new SmtpSession(socket, peer, options, patience),
    noPlace: formatReply(sessionReplies.tooManyConnections),
  });
}

/** A server of any mail protocol on one port. Limits hold for all its sessions together. */
export function createClientListener(options: ClientListenerOptions): ClientListener {
  const { bounds, log, listen = listenAlone } = options;
  const reception = createReception(options);
  // Half open: a client that ends its half after the final dot still gets its reply.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, reception.serve);

  return {
    listen: async (place) => {
      const bound = await listen(server, place);
      server.on('error', (error) => log.error('smtp_listener_failed', error));
      return bound;
    },
    close: async (graceMs) => {
      if (server.listening) server.close();
      reception.stop();
      const timer = new AbortController();
      const grace = delay(graceMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([reception.done(), grace]);
      timer.abort();
      for (const socket of reception.sockets) socket.destroy();
    },
    load: () => ({ connections: reception.sockets.size, heldBytes: bounds.budget.usedBytes() }),
  };
}
