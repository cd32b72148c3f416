import { domainToASCII } from 'node:url';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import { ConnectionPool } from '#mail/deliver/connection-pool.ts';
import type { PoolLimits } from '#mail/deliver/connection-pool.ts';
import { deferred, DeliveryFailure } from '#mail/deliver/delivery-failure.ts';
import { DialError } from '#mail/deliver/dialer.ts';
import type { Dialer } from '#mail/deliver/dialer.ts';
import { findMxHosts } from '#mail/deliver/find-mx-hosts.ts';
import { openSmtpConnection } from '#mail/deliver/open-smtp-connection.ts';
import type { TlsPolicy } from '#mail/deliver/open-smtp-connection.ts';
import type { Resolver } from '#mail/deliver/resolver.ts';
import { sendPooled } from '#mail/deliver/send-pooled.ts';
import type { AttemptControl, SmtpConnection } from '#mail/deliver/smtp-connection.ts';
import type { SmtpTimeouts } from '#mail/deliver/smtp-timeouts.ts';
import { startAttempt } from '#mail/deliver/start-attempt.ts';
import type { DeliveryStage, OutboundMessage, Outcome, Transport } from '#mail/deliver/transport.ts';

export interface MxTransportOptions {
  readonly resolver: Resolver;
  /** The guarded one: hosts come from DNS. */
  readonly dialer: Dialer;
  readonly random: Random;
  /** Our own name, for EHLO and to notice loops. */
  readonly ownHostname: string;
  /** Where mail hosts listen: 25. */
  readonly port: number;
  readonly timeouts: SmtpTimeouts;
  readonly poolLimits: PoolLimits;
  readonly log: Log;
}

/** RFC 7435: encryption without a checked certificate still beats none. */
const opportunistic: TlsPolicy = { mode: 'opportunistic', verify: false };
const inClear: TlsPolicy = { mode: 'off', verify: false };

/** Failures of one host that leave the others worth a try (RFC 5321 §5.1). */
const anotherHostMayDo: ReadonlySet<DeliveryStage> = new Set(['dns', 'connect', 'greeting', 'tls']);

/** Lower-case A-label of the domain of an address. */
const domainOf = (address: string): string => {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return (domainToASCII(domain) || domain).toLowerCase();
};

const failureOfDial = ({ fault }: DialError): DeliveryFailure => {
  if (fault === 'dns-trouble') return deferred('dns', 451, '4.4.3');
  if (fault === 'no-name' || fault === 'forbidden') {
    // A mail host without an address we may connect to: no way there.
    return new DeliveryFailure({ kind: 'refused', code: 550, enhanced: '5.4.4', stage: 'dns' });
  }
  return deferred('connect');
};

/** Delivers to the mail hosts of each recipient's domain. */
export const createMxTransport = (options: MxTransportOptions): Transport => {
  const { resolver, dialer, random, ownHostname, port, timeouts, log } = options;
  const pool = new ConnectionPool(options.poolLimits);

  const dialAndOpen = async (host: string, tls: TlsPolicy, signal: AbortSignal): Promise<SmtpConnection> => {
    try {
      const socket = await dialer(host, port, signal);
      return await openSmtpConnection(socket, { host, ownHostname, tls, credentials: null, timeouts, signal });
    } catch (error) {
      throw error instanceof DialError ? failureOfDial(error) : error;
    }
  };

  const open = async (host: string, signal: AbortSignal): Promise<SmtpConnection> => {
    try {
      return await dialAndOpen(host, opportunistic, signal);
    } catch (error) {
      if (!(error instanceof DeliveryFailure) || error.outcome.stage !== 'tls' || signal.aborted) throw error;
      return dialAndOpen(host, inClear, signal);
    }
  };

  const tryHosts = async (hosts: readonly string[], message: OutboundMessage, control: AttemptControl) => {
    let failure: DeliveryFailure | null = null;
    for (const host of hosts) {
      try {
        return await sendPooled({ pool, host, open: () => open(host, control.signal), message, control });
      } catch (error) {
        if (!(error instanceof DeliveryFailure) || !anotherHostMayDo.has(error.outcome.stage)) throw error;
        if (control.signal.aborted) throw error;
        // One host that may work later outweighs others that never will.
        if (failure === null || error.outcome.kind === 'deferred') failure = error;
      }
    }
    throw failure ?? deferred('dns');
  };

  const deliver = async (message: OutboundMessage, control: AttemptControl): Promise<Outcome> => {
    const found = await findMxHosts({ domain: domainOf(message.rcptTo), ownHostname, resolver, random });
    if (found.kind !== 'hosts') return { ...found, stage: 'dns' };
    return tryHosts(found.hosts, message, control);
  };

  return {
    destinationOf: domainOf,
    attempt: (message) => startAttempt(log, (control) => deliver(message, control)),
    close: async () => pool.close(),
  };
};
