import type { Random } from '#platform/random.ts';
import type { MxRecord, Resolver } from '#protocol/dns/resolver.ts';

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
