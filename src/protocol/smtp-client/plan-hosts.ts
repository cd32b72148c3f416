import type { Clock } from '#platform/clock.ts';
import type { TlsProof } from '#protocol/smtp-client/encrypt-socket.ts';
import type { MxHost, MxHosts } from '#protocol/smtp-client/find-mx-hosts.ts';
import { findTlsa } from '#protocol/smtp-client/dane/find-tlsa.ts';
import type { TlsPolicy } from '#protocol/smtp-client/open-smtp-connection.ts';
import { allowsStsHost, type StsPolicy } from '#protocol/smtp-client/mta-sts/parse-sts.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

/** A mail host that may be used, and how. */
export interface HostPlan extends MxHost {
  readonly tls: TlsPolicy;
}

export interface PlanQuestion {
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

/** Which of a domain's mail hosts may be used, in the order to be tried, and what each must prove before mail goes there. */
export async function planHosts(
  question: PlanQuestion,
  { hosts, authenticated }: Extract<MxHosts, { kind: 'hosts' }>,
): Promise<HostPlan[]> {
  const { policy } = question;
  const allowed = hosts.filter(({ host }) => policy?.mode !== 'enforce' || allowsStsHost(policy, host));
  const plans = await Promise.all(allowed.map((host) => planHost(question, host, authenticated)));
  return plans.flat();
}
