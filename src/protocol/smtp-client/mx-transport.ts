import { domainToASCII } from 'node:url';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { DialError, type Dialer } from '#protocol/net/dialer.ts';
import { connectSmtp, type TlsPolicy } from '#protocol/smtp-client/connect-smtp.ts';
import { ConnectionPool, type PoolLimits, sendPooled } from '#protocol/smtp-client/connection-pool.ts';
import { createTlsSessions } from '#protocol/smtp-client/encrypt-socket.ts';
import type { StsPolicies } from '#protocol/smtp-client/mta-sts.ts';
import { findMxHosts, planHosts, type HostPlan } from '#protocol/smtp-client/mx-hosts.ts';
import type { SmtpConnection, SmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import {
  startAttempt,
  deferred,
  DeliveryFailure,
  type DeliveryStage,
  type DeliveryRequest,
  type Outcome,
  type Transport,
  type AttemptControl,
} from '#protocol/smtp-client/transport.ts';

export interface MxTransportOptions {
  readonly resolver: Resolver;
  /** The guarded one: hosts come from DNS. */
  readonly dialer: Dialer;
  readonly policies: StsPolicies;
  /** What a certificate must lead to where MTA-STS asks for a valid one (PEM); null: what Node.js trusts. */
  readonly authorities: string | null;
  readonly clock: Clock;
  readonly random: Random;
  /** Our own name, for EHLO and to notice loops. */
  readonly ownHostname: string;
  /** Where mail hosts listen: 25. */
  readonly port: number;
  readonly timeouts: SmtpTimeouts;
  readonly poolLimits: PoolLimits;
  readonly log: Log;
}

const inClear: TlsPolicy = { mode: 'off', proof: { kind: 'none' } };

/** Failures of one host that leave the others worth a try (RFC 5321 §5.1). */
const anotherHostMayDo: ReadonlySet<DeliveryStage> = new Set(['dns', 'connect', 'greeting', 'tls']);

/** Lower-case A-label of the domain of an address. */
function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return (domainToASCII(domain) || domain).toLowerCase();
}

function failureOfDial({ fault }: DialError): DeliveryFailure {
  if (fault === 'dns-trouble') return deferred('dns', 451, '4.4.3');
  if (fault === 'no-name' || fault === 'forbidden') {
    // A mail host without an address we may connect to: no way there.
    return new DeliveryFailure({ kind: 'refused', code: 550, enhanced: '5.4.4', stage: 'dns' });
  }
  return deferred('connect');
}

function isTlsFailure(error: unknown): boolean {
  return error instanceof DeliveryFailure && error.outcome.stage === 'tls';
}

/**
 * Connections of one host that had to prove different things are kept apart: an opportunistic one may be in clear.
 * Domains that share hosts share connections.
 */
function poolName({ host, tls }: HostPlan): string {
  return `${tls.mode} ${tls.proof.kind} ${host}`;
}

/** Delivers to the mail hosts of each recipient's domain. */
export function createMxTransport(options: MxTransportOptions): Transport {
  const { dialer, ownHostname, port, timeouts, log } = options;
  const pool = new ConnectionPool(options.poolLimits);
  const sessions = createTlsSessions();

  const dialAndOpen = async (host: string, tls: TlsPolicy, signal: AbortSignal): Promise<SmtpConnection> => {
    try {
      const common = { dialer, port, ownHostname, sessions, timeouts, credentials: null };
      return await connectSmtp({ ...common, host, tls, signal });
    } catch (error) {
      throw error instanceof DialError ? failureOfDial(error) : error;
    }
  };

  const open = async ({ host, tls }: HostPlan, signal: AbortSignal): Promise<SmtpConnection> => {
    try {
      return await dialAndOpen(host, tls, signal);
    } catch (error) {
      if (tls.mode !== 'opportunistic' || !isTlsFailure(error) || signal.aborted) throw error;
      return dialAndOpen(host, inClear, signal);
    }
  };

  const tryHosts = async (plans: readonly HostPlan[], message: DeliveryRequest, control: AttemptControl) => {
    let failure: DeliveryFailure | null = null;
    for (const plan of plans) {
      try {
        const name = poolName(plan);
        return await sendPooled({ pool, name, open: () => open(plan, control.signal), message, control });
      } catch (error) {
        if (!(error instanceof DeliveryFailure) || !anotherHostMayDo.has(error.outcome.stage)) throw error;
        if (control.signal.aborted) throw error;
        // One host that may work later outweighs others that never will.
        if (failure === null || error.outcome.kind === 'deferred') failure = error;
      }
    }
    // None may be used: MTA-STS names none of them, or nobody can say what their certificates must be.
    throw failure ?? deferred('tls');
  };

  /** Equally good hosts, one to which a connection is open first. */
  const keptFirst = (plans: readonly HostPlan[]): HostPlan[] => {
    const best = plans[0]?.preference;
    const isKept = (plan: HostPlan): boolean => plan.preference === best && pool.has(poolName(plan));
    return plans.toSorted((a, b) => Number(isKept(b)) - Number(isKept(a)));
  };

  const deliver = async (message: DeliveryRequest, control: AttemptControl): Promise<Outcome> => {
    const domain = domainOf(message.rcptTo);
    const [found, policy] = await Promise.all([findMxHosts({ ...options, domain }), options.policies.find(domain)]);
    if (found.kind !== 'hosts') return { ...found, stage: 'dns' };
    return tryHosts(keptFirst(await planHosts({ ...options, domain, policy }, found)), message, control);
  };

  return {
    destinationOf: domainOf,
    attempt: (message) => startAttempt(log, (control) => deliver(message, control)),
    close: async () => pool.close(),
  };
}
