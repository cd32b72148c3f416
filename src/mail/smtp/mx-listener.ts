import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { createByteBudget } from '#mail/smtp/byte-budget.ts';
import { createConnectionGate } from '#mail/smtp/connection-gate.ts';
import { unmapAddress } from '#mail/smtp/ip-address.ts';
import type { MxHandler } from '#mail/smtp/mx-handler.ts';
import type { MxLimits } from '#mail/smtp/mx-limits.ts';
import { MxSession } from '#mail/smtp/mx-session.ts';
import { createRecipientTarpit } from '#mail/smtp/recipient-tarpit.ts';
import { formatReply, sessionReplies } from '#mail/smtp/session-replies.ts';

export interface MxListenerOptions<Recipient> {
  /** The name in the banner and in answers to EHLO. */
  readonly hostname: string;
  /** For STARTTLS; `null` while there is no certificate. */
  readonly tls: () => SecureContext | null;
  readonly handler: MxHandler<Recipient>;
  readonly limits: MxLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/** The SMTP server that takes mail from the world. */
export interface MxListener {
  /** Starts to accept; the port really bound (`port` 0: any free one). @throws Error the system's, such as EADDRINUSE */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** Accepts nobody any more; sessions get 421 as soon as they have no message in hand (RFC 5321 §3.8). */
  stopAccepting(): Promise<void>;
  /** Stops accepting, gives sessions `graceMs` to finish what is in hand, then cuts the rest off. */
  close(graceMs: number): Promise<void>;
  /** Connections that are open, and octets of messages in hand. */
  load(): { readonly connections: number; readonly heldBytes: number };
}

/** The MX listener (port 25). Limits hold for all its sessions together. */
export const createMxListener = <Recipient>(options: MxListenerOptions<Recipient>): MxListener => {
  const { limits, clock, log } = options;
  const budget = createByteBudget(limits);
  const gate = createConnectionGate(limits, clock);
  const context = { ...options, budget, tarpit: createRecipientTarpit(limits, clock) };
  const sockets = new Set<Socket>();
  const sessions = new Set<MxSession<Recipient>>();

  const serve = (socket: Socket): void => {
    const remoteAddress = unmapAddress(socket.remoteAddress ?? '');
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const leave = gate.enter(remoteAddress);
    if (leave === null) {
      socket.end(formatReply(sessionReplies.tooManyConnections), () => socket.destroy());
      return;
    }
    socket.once('close', leave);
    const session = new MxSession(socket, remoteAddress, context);
    sessions.add(session);
    void session.done.then(() => sessions.delete(session));
  };

  // Half open: a client that ends its half after the final dot still gets its reply.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, serve);

  const stopAccepting = async (): Promise<void> => {
    if (server.listening) server.close();
    for (const session of sessions) session.stop();
  };

  return {
    listen: async ({ host, port }) => {
      server.listen({ host, port });
      await once(server, 'listening');
      server.on('error', (error) => log.error('mx_listener_failed', error));
      return (server.address() as AddressInfo).port;
    },
    stopAccepting,
    close: async (graceMs) => {
      await stopAccepting();
      const timer = new AbortController();
      const grace = delay(graceMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([Promise.all([...sessions].map((session) => session.done)), grace]);
      timer.abort();
      for (const socket of sockets) socket.destroy();
    },
    load: () => ({ connections: sockets.size, heldBytes: budget.usedBytes() }),
  };
};
