import { domainOf } from '#platform/addresses.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';
import type { Resolver, MxRecord } from '#protocol/dns/resolver.ts';
import { DialError, type Dialer } from '#protocol/net/dialer.ts';
import { connectSmtp, type TlsPolicy } from '#protocol/smtp-client/connect-smtp.ts';
import { ConnectionPool, type PoolLimits, sendPooled } from '#protocol/smtp-client/connection-pool.ts';
import { findTlsa } from '#protocol/smtp-client/dane.ts';
import { createTlsSessions, type TlsProof } from '#protocol/smtp-client/encrypt-socket.ts';
import { type StsPolicies, allowsStsHost, type StsPolicy } from '#protocol/smtp-client/mta-sts.ts';
import type { SmtpConnection, SmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import { askedByDane, askedBySts, faultOfOpen, type TlsAsked, type TlsSeen } from '#protocol/smtp-client/tls-seen.ts';
import {
  startAttempt,
  deferred,
  DeliveryFailure,
  type DeliveryStage,
  type DeliveryRequest,
  type Outcome,
  type SourceAddresses,
  type Transport,
  type AttemptControl,
} from '#protocol/smtp-client/transport.ts';

interface MxHost {
  readonly host: string;
  readonly preference: number;
}

/** Where mail for a domain goes. */
type MxHosts =
  | {
      readonly kind: 'hosts';
      /** In the order to be tried. */
      readonly hosts: readonly MxHost[];
      /** Their names came in an answer validated with DNSSEC, or there is but the domain's own. */
      readonly authenticated: boolean;
    }
  | { readonly kind: 'refused'; readonly code: number; readonly enhanced: string }
  | { readonly kind: 'deferred'; readonly code: number; readonly enhanced: string };

interface MxQuestion {
  /** A-label. */
  readonly domain: string;
  /** Our own host name, lower case: mail whose way leads back to us loops. */
  readonly ownHostname: string;
  readonly resolver: Pick<Resolver, 'mx'>;
  readonly random: Random;
}

/** More hosts than this are not tried within one attempt. */
const maxHosts = 5;

function byPreference(records: readonly MxRecord[], random: Random): MxRecord[] {
  return (
    records
      // RFC 5321 §5.1: hosts of equal preference in random order.
      .map((record) => ({ record, order: random.fraction() }))
      .sort((a, b) => a.record.preference - b.record.preference || a.order - b.order)
      .map(({ record }) => record)
  );
}

/** RFC 5321 §5.1: when we are one of the hosts, only better ones than us may be tried. */
function betterThanUs(records: readonly MxRecord[], ownHostname: string): readonly MxRecord[] {
  const ours = records.find(({ exchange }) => exchange === ownHostname);
  return ours === undefined ? records : records.filter(({ preference }) => preference < ours.preference);
}

/** Finds the mail hosts of a domain: its MX records, else the domain itself (RFC 5321 §5.1). */
export async function findMxHosts({ domain, ownHostname, resolver, random }: MxQuestion): Promise<MxHosts> {
  const answer = await resolver.mx(domain);
  if (answer.kind === 'trouble') return { kind: 'deferred', code: 451, enhanced: '4.4.3' };
  if (answer.kind === 'no-name') return { kind: 'refused', code: 550, enhanced: '5.1.2' };
  const records = answer.kind === 'found' ? answer.records : [{ exchange: domain, preference: 0 }];
  const usable = records.filter(({ exchange }) => exchange !== '' && exchange !== '.');
  // RFC 7505 §3: a null MX says that the domain takes no mail.
  if (usable.length === 0) return { kind: 'refused', code: 556, enhanced: '5.1.10' };
  const sorted = byPreference(betterThanUs(usable, ownHostname), random);
  if (sorted.length === 0) return { kind: 'refused', code: 554, enhanced: '5.4.6' };
  const hosts = sorted.slice(0, maxHosts).map(({ exchange: host, preference }) => ({ host, preference }));
  // The domain's own name needs no proof; whether its zone is signed its addresses tell (RFC 7672 §2.2.2).
  return { kind: 'hosts', hosts, authenticated: answer.kind !== 'found' || answer.authenticated };
}

/** A mail host that may be used, and how. */
interface HostPlan extends MxHost {
  readonly tls: TlsPolicy;
  /** From where; null: any address of ours. */
  readonly from: SourceAddresses | null;
  readonly asked: TlsAsked;
  /** It is not to be dialed now, although DNS may tell of it in a moment. */
  readonly isHidden: boolean;
}

interface PlanQuestion {
  readonly domain: string;
  /** Of the domain (MTA-STS); null: none. */
  readonly policy: StsPolicy | null;
  readonly from: SourceAddresses | null;
  /** See `TlsProof`. */
  readonly authorities: string | null;
  readonly port: number;
  readonly resolver: Resolver;
  readonly clock: Clock;
}

async function planHost(question: PlanQuestion, { host, preference }: MxHost, isProven: boolean): Promise<HostPlan[]> {
  const { domain, policy, from, authorities, port, resolver, clock } = question;
  const tlsa = isProven ? await findTlsa(resolver, host, port) : ({ kind: 'none' } as const);
  // To go on without the answer is what an attacker who suppresses it wants (RFC 7672 §2.1.2).
  if (tlsa.kind === 'trouble') return [];
  const asked = tlsa.kind === 'found' ? askedByDane(tlsa.records) : askedBySts(policy);
  const plan = (mode: TlsPolicy['mode'], proof: TlsProof): HostPlan[] => [
    { host, preference, tls: { mode, proof }, from, asked, isHidden: tlsa.kind === 'hidden' },
  ];
  if (tlsa.kind === 'hidden') return plan('required', { kind: 'none' });
  if (tlsa.kind === 'found' && tlsa.records.length > 0) {
    const names = [tlsa.base, domain];
    // DANE never yields to MTA-STS (RFC 8461 §2).
    return plan('required', { kind: 'dane', records: tlsa.records, names, now: new Date(clock.now()) });
  }
  if (policy?.mode === 'enforce') return plan('required', { kind: 'certificate', authorities });
  // Records, but none that can be used: encryption is a must, proof impossible (RFC 7672 §2.2).
  return plan(tlsa.kind === 'found' ? 'required' : 'opportunistic', { kind: 'none' });
}

/** The TLS policies of a domain (DANE, MTA-STS): which hosts may be used, in which order, and what each must prove before. */
async function planHosts(
  question: PlanQuestion,
  { hosts, authenticated }: Extract<MxHosts, { kind: 'hosts' }>,
): Promise<HostPlan[]> {
  const { policy } = question;
  const allowed = hosts.filter(({ host }) => policy?.mode !== 'enforce' || allowsStsHost(policy, host));
  const plans = await Promise.all(allowed.map((host) => planHost(question, host, authenticated)));
  return plans.flat();
}

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
  /** Told of each connection that was opened, or failed to be for want of TLS; left out: nobody is. */
  readonly onTls?: (seen: TlsSeen) => void;
}

/** For whom a connection is opened. */
interface Opening {
  readonly domain: string;
  readonly policy: StsPolicy | null;
  /** What has no reverse-path is no mail of people: reports about how it went would be about reports. */
  readonly isReported: boolean;
}

const inClear: TlsPolicy = { mode: 'off', proof: { kind: 'none' } };

/** Failures of one host that leave the others worth a try (RFC 5321 §5.1). */
const anotherHostMayDo: ReadonlySet<DeliveryStage> = new Set(['dns', 'connect', 'greeting', 'tls']);

function failureOfDial({ fault }: DialError): DeliveryFailure {
  if (fault === 'dns-trouble') return deferred('dns', 451, '4.4.3');
  if (fault === 'no-name' || fault === 'forbidden') {
    // A mail host without an address we may connect to: no way there.
    return new DeliveryFailure({ kind: 'refused', code: 550, enhanced: '5.4.4', stage: 'dns' });
  }
  return deferred('connect');
}

function isTlsFailure(error: unknown): error is DeliveryFailure {
  return error instanceof DeliveryFailure && error.outcome.stage === 'tls';
}

/**
 * Connections of one host that had to prove different things are kept apart: an opportunistic one may be in clear. So are
 * those from different addresses of ours. Domains that share hosts share connections.
 */
function poolName({ host, tls, from, isHidden }: HostPlan): string {
  const name = `${isHidden ? 'hidden' : tls.mode} ${tls.proof.kind} ${host}`;
  return from === null ? name : `${name} ${from.ipv4?.address} ${from.ipv6?.address}`;
}

type Open = (plan: HostPlan, of: Opening, signal: AbortSignal) => Promise<SmtpConnection>;

function tell({ onTls }: MxTransportOptions, { domain, isReported }: Opening, seen: Omit<TlsSeen, 'domain'>): void {
  if (isReported) onTls?.({ domain, ...seen });
}

/** Opens connections as their plans say; where encryption is only wished for, in clear if there is no other way. */
function createOpener(options: MxTransportOptions): Open {
  const { dialer, ownHostname, port, timeouts } = options;
  const sessions = createTlsSessions();

  const dialAndOpen = async (
    { host, tls, from }: HostPlan,
    { policy, isReported }: Opening,
    signal: AbortSignal,
  ): Promise<SmtpConnection> => {
    try {
      // Of a session that goes on nobody compares the certificate with the host, and of what is tested that is told.
      const isTested = policy?.mode === 'testing' && isReported && options.onTls !== undefined;
      const begun = { sessions: isTested ? createTlsSessions() : sessions };
      const common = { dialer, port, ownHostname, ...begun, timeouts, credentials: null };
      return await connectSmtp({ ...common, protocol: 'smtp', host, tls, from, signal });
    } catch (error) {
      throw error instanceof DialError ? failureOfDial(error) : error;
    }
  };

  return async (plan, of, signal) => {
    const { asked: policy, host } = plan;
    if (plan.isHidden) throw deferred('dns', 451, '4.4.3');
    try {
      const connection = await dialAndOpen(plan, of, signal);
      tell(options, of, { policy, host, fault: faultOfOpen(policy, { policy: of.policy, host }, connection) });
      return connection;
    } catch (error) {
      if (!isTlsFailure(error) || signal.aborted) throw error;
      tell(options, of, { policy, host, fault: error.tlsFault ?? 'validation-failure' });
      if (plan.tls.mode !== 'opportunistic') throw error;
      return dialAndOpen({ ...plan, tls: inClear }, of, signal);
    }
  };
}

/** Delivers to the mail hosts of each recipient's domain. */
export function createMxTransport(options: MxTransportOptions): Transport {
  const pool = new ConnectionPool(options.poolLimits);
  const open = createOpener(options);

  const tryHosts = async (
    plans: readonly HostPlan[],
    of: Opening,
    message: DeliveryRequest,
    control: AttemptControl,
  ): Promise<Outcome> => {
    let failure: DeliveryFailure | null = null;
    for (const plan of plans) {
      try {
        const name = poolName(plan);
        return await sendPooled({ pool, name, open: () => open(plan, of, control.signal), message, control });
      } catch (error) {
        if (!(error instanceof DeliveryFailure) || !anotherHostMayDo.has(error.outcome.stage)) throw error;
        if (control.signal.aborted) throw error;
        // One host that may work later outweighs others that never will.
        if (failure === null || error.outcome.kind === 'deferred') failure = error;
      }
    }
    if (failure === null && of.policy?.mode === 'enforce')
      tell(options, of, { policy: askedBySts(of.policy), host: null, fault: 'validation-failure' });
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
    const { from = null } = message;
    const [found, policy] = await Promise.all([findMxHosts({ ...options, domain }), options.policies.find(domain)]);
    if (found.kind !== 'hosts') return { ...found, stage: 'dns' };
    const plans = keptFirst(await planHosts({ ...options, domain, policy, from }, found));
    return tryHosts(plans, { domain, policy, isReported: message.mailFrom !== '' }, message, control);
  };

  return {
    destinationOf: domainOf,
    attempt: (message) => startAttempt(options.log, (control) => deliver(message, control)),
    close: async () => pool.close(),
  };
}
