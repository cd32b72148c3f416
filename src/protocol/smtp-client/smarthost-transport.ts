import { isLoopback } from '#platform/ip.ts';
import type { Log } from '#platform/log.ts';
import { DialError, type Dialer } from '#protocol/net/dialer.ts';
import { type ClientProtocol, connectSmtp, type TlsPolicy } from '#protocol/smtp-client/connect-smtp.ts';
import { ConnectionPool, type PoolLimits, sendPooled } from '#protocol/smtp-client/connection-pool.ts';
import { createTlsSessions } from '#protocol/smtp-client/encrypt-socket.ts';
import type { SmtpConnection, SmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import { startAttempt, deferred, type Transport } from '#protocol/smtp-client/transport.ts';

/** The server that takes all mail. */
export interface Smarthost {
  readonly host: string;
  readonly port: number;
  /** TLS from the first octet (RFC 8314 §3) instead of STARTTLS. */
  readonly implicitTls: boolean;
  /** For AUTH (RFC 4954); null: without. */
  readonly user: string | null;
  readonly password: string | null;
}

export interface SmarthostTransportOptions {
  readonly smarthost: Smarthost;
  readonly protocol?: ClientProtocol;
  /** Our own name, for EHLO. */
  readonly ownHostname: string;
  /** The operator chose the host, so a plain one. */
  readonly dialer: Dialer;
  readonly timeouts: SmtpTimeouts;
  readonly poolLimits: PoolLimits;
  readonly log: Log;
}

/** A password or `smtps:` asks for a server that proves who it is; on this machine there is nothing to prove. */
function tlsPolicyFor({ host, implicitTls, user }: Smarthost): TlsPolicy {
  const verify = host !== 'localhost' && !isLoopback(host) && (implicitTls || user !== null);
  const proof = verify ? ({ kind: 'certificate', authorities: null } as const) : ({ kind: 'none' } as const);
  if (implicitTls) return { mode: 'implicit', proof };
  return { mode: verify ? 'required' : 'opportunistic', proof };
}

/** The one destination of all mail through a smarthost; no domain, as it has no dot. */
export const smarthostDestination = 'smarthost';

/** Sends everything through the one server the operator named. */
export function createSmarthostTransport(options: SmarthostTransportOptions): Transport {
  const { smarthost, protocol = 'smtp', ownHostname, dialer, timeouts, log } = options;
  const { host, port, user, password } = smarthost;
  const pool = new ConnectionPool(options.poolLimits);
  const sessions = createTlsSessions();
  const tls = tlsPolicyFor(smarthost);
  const credentials = user === null ? null : { user, password: password ?? '' };

  const open = async (signal: AbortSignal): Promise<SmtpConnection> => {
    try {
      const common = { protocol, dialer, port, ownHostname, sessions, timeouts, credentials, from: null };
      return await connectSmtp({ ...common, host, tls, signal });
    } catch (error) {
      throw error instanceof DialError ? deferred('connect') : error;
    }
  };

  return {
    destinationOf: () => smarthostDestination,
    attempt: (message) =>
      startAttempt(log, (control) =>
        sendPooled({ pool, name: host, open: () => open(control.signal), message, control }),
      ),
    close: async () => pool.close(),
  };
}
