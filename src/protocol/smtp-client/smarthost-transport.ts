import type { SmarthostConfig } from '#config/config.ts';
import type { Log } from '#platform/log.ts';
import { connectSmtp } from '#protocol/smtp-client/connect-smtp.ts';
import { ConnectionPool } from '#protocol/smtp-client/connection-pool.ts';
import type { PoolLimits } from '#protocol/smtp-client/connection-pool.ts';
import { deferred } from '#protocol/smtp-client/delivery-failure.ts';
import { DialError } from '#protocol/net/dialer.ts';
import type { Dialer } from '#protocol/net/dialer.ts';
import type { TlsPolicy } from '#protocol/smtp-client/open-smtp-connection.ts';
import { sendPooled } from '#protocol/smtp-client/send-pooled.ts';
import type { SmtpConnection } from '#protocol/smtp-client/smtp-connection.ts';
import type { SmtpTimeouts } from '#protocol/smtp-client/smtp-timeouts.ts';
import { createTlsSessions } from '#protocol/smtp-client/tls-sessions.ts';
import { startAttempt } from '#protocol/smtp-client/start-attempt.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';
import { isLoopback } from '#platform/ip-address.ts';

export interface SmarthostTransportOptions {
  readonly smarthost: SmarthostConfig;
  /** Our own name, for EHLO. */
  readonly ownHostname: string;
  /** The operator chose the host, so a plain one. */
  readonly dialer: Dialer;
  readonly timeouts: SmtpTimeouts;
  readonly poolLimits: PoolLimits;
  readonly log: Log;
}

/** A password or `smtps:` asks for a server that proves who it is; on this machine there is nothing to prove. */
function tlsPolicyFor({ host, implicitTls, user }: SmarthostConfig): TlsPolicy {
  const verify = host !== 'localhost' && !isLoopback(host) && (implicitTls || user !== null);
  const proof = verify ? ({ kind: 'certificate', authorities: null } as const) : ({ kind: 'none' } as const);
  if (implicitTls) return { mode: 'implicit', proof };
  return { mode: verify ? 'required' : 'opportunistic', proof };
}

/** The one destination of all mail through a smarthost; no domain, as it has no dot. */
export const smarthostDestination = 'smarthost';

/** Sends everything through the one server the operator named. */
export function createSmarthostTransport(options: SmarthostTransportOptions): Transport {
  const { smarthost, ownHostname, dialer, timeouts, log } = options;
  const { host, port, user, password } = smarthost;
  const pool = new ConnectionPool(options.poolLimits);
  const sessions = createTlsSessions();
  const tls = tlsPolicyFor(smarthost);
  const credentials = user === null ? null : { user, password: password ?? '' };

  const open = async (signal: AbortSignal): Promise<SmtpConnection> => {
    try {
      const common = { dialer, port, ownHostname, sessions, timeouts, credentials };
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
