import type { Resolver, TlsaRecord } from '#protocol/dns/resolver.ts';

/** What DANE says of a mail host (RFC 7672 §2.2). */
export type TlsaAnswer =
  /** Nothing that is authenticated. */
  | { readonly kind: 'none' }
  /** Nobody can say whether there is something: the host may not be used. */
  | { readonly kind: 'trouble' }
  /** TLS is a must; the certificate must match one of the records, or nothing where there is none that we can use. */
  | { readonly kind: 'found'; readonly records: readonly TlsaRecord[] };

/** DANE-TA(2) and DANE-EE(3); others say nothing about mail hosts (RFC 7672 §3.1.3). */
function isUsable({ usage, selector, matchingType }: TlsaRecord): boolean {
  return (usage === 2 || usage === 3) && selector <= 1 && matchingType <= 2;
}

/** Looks for TLSA records of a host whose name came from an authenticated MX answer. */
export async function findTlsa(
  resolver: Pick<Resolver, 'addresses' | 'tlsa'>,
  host: string,
  port: number,
): Promise<TlsaAnswer> {
  // Where the addresses are not signed nobody needs to ask; some servers even break on the question (RFC 7672 §2.2.2).
  const addresses = await resolver.addresses(host);
  if (addresses.kind !== 'found' || !addresses.authenticated) return { kind: 'none' };
  const answer = await resolver.tlsa(`_${port}._tcp.${host}`);
  if (answer.kind === 'trouble') return { kind: 'trouble' };
  if (answer.kind !== 'found' || !answer.authenticated) return { kind: 'none' };
  return { kind: 'found', records: answer.records.filter(isUsable) };
}
