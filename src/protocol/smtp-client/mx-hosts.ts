import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import type { MxRecord, Resolver } from '#protocol/dns/resolver.ts';
import type { TlsPolicy } from '#protocol/smtp-client/connect-smtp.ts';
import { findTlsa } from '#protocol/smtp-client/dane.ts';
import type { TlsProof } from '#protocol/smtp-client/encrypt-socket.ts';
import { allowsStsHost, type StsPolicy } from '#protocol/smtp-client/mta-sts.ts';

export interface MxHost {
  readonly host: string;
  readonly preference: number;
}

/** Where mail for a domain goes. */
export type MxHosts =
  | {
      readonly kind: 'hosts';
      /** In the order to be tried. */
      readonly hosts: readonly MxHost[];
      /** Their names came in an answer validated with DNSSEC. */
      readonly authenticated: boolean;
    }
  | { readonly kind: 'refused'; readonly code: number; readonly enhanced: string }
  | { readonly kind: 'deferred'; readonly code: number; readonly enhanced: string };

export interface MxQuestion {
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
  return { kind: 'hosts', hosts, authenticated: answer.kind === 'found' && answer.authenticated };
}

/** A mail host that may be used, and how. */
export interface HostPlan extends MxHost {
  readonly tls: TlsPolicy;
}

interface PlanQuestion {
  readonly domain: string;
  /** Of the domain (MTA-STS); null: none. */
  readonly policy: StsPolicy | null;
  /** See `TlsProof`. */
  readonly authorities: string | null;
  readonly port: number;
  readonly resolver: Resolver;
  readonly clock: Clock;
}

async function planHost(question: PlanQuestion, { host, preference }: MxHost, isProven: boolean): Promise<HostPlan[]> {
  const { domain, policy, authorities, port, resolver, clock } = question;
  const tlsa = isProven ? await findTlsa(resolver, host, port) : ({ kind: 'none' } as const);
  // To go on without the answer is what an attacker who suppresses it wants (RFC 7672 §2.1.2).
  if (tlsa.kind === 'trouble') return [];
  const plan = (mode: TlsPolicy['mode'], proof: TlsProof): HostPlan[] => [{ host, preference, tls: { mode, proof } }];
  if (tlsa.kind === 'found' && tlsa.records.length > 0) {
    const names = [host, domain];
    // DANE never yields to MTA-STS (RFC 8461 §2).
    return plan('required', { kind: 'dane', records: tlsa.records, names, now: new Date(clock.now()) });
  }
  if (policy?.mode === 'enforce') return plan('required', { kind: 'certificate', authorities });
  // Records, but none that can be used: encryption is a must, proof impossible (RFC 7672 §2.2).
  return plan(tlsa.kind === 'found' ? 'required' : 'opportunistic', { kind: 'none' });
}

/** The TLS policies of a domain (DANE, MTA-STS): which hosts may be used, in which order, and what each must prove before. */
export async function planHosts(
  question: PlanQuestion,
  { hosts, authenticated }: Extract<MxHosts, { kind: 'hosts' }>,
): Promise<HostPlan[]> {
  const { policy } = question;
  const allowed = hosts.filter(({ host }) => policy?.mode !== 'enforce' || allowsStsHost(policy, host));
  const plans = await Promise.all(allowed.map((host) => planHost(question, host, authenticated)));
  return plans.flat();
}
