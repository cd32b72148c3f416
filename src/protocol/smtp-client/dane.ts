import { createHash, timingSafeEqual, type X509Certificate } from 'node:crypto';
import type { DnsAnswer, Resolver, TlsaRecord } from '#protocol/dns/resolver.ts';

/** What DANE says of a mail host (RFC 7672 §2.2). */
export type TlsaAnswer =
  /** Nothing that is authenticated. */
  | { readonly kind: 'none' }
  /** Nobody can say whether there is something: the host may not be used. `hidden`: as nobody can say where it is. */
  | { readonly kind: 'trouble' | 'hidden' }
  /** TLS is a must; the certificate must match one of the records, or nothing where there is none that we can use. */
  | {
      readonly kind: 'found';
      readonly records: readonly TlsaRecord[];
      /** Whose records they are: the host, or what it is an alias of. */
      readonly base: string;
    };

/** Octets of a digest by its matching type; null: the thing itself. */
const digestBytes: readonly (number | null)[] = [null, 32, 64];

/** DANE-TA(2) and DANE-EE(3); others say nothing about mail hosts (RFC 7672 §3.1.3). */
function isUsable({ usage, selector, matchingType, data }: TlsaRecord): boolean {
  const bytes = digestBytes[matchingType];
  return (usage === 2 || usage === 3) && selector <= 1 && bytes !== undefined && (bytes ?? data.length) === data.length;
}

/** Without digests beside which a stronger one stands: those are for others, who know no better (RFC 7671 §9). */
function strongest(records: readonly TlsaRecord[]): readonly TlsaRecord[] {
  const isWeaker = (one: TlsaRecord, other: TlsaRecord): boolean =>
    one.matchingType < other.matchingType && one.usage === other.usage && one.selector === other.selector;
  return records.filter((one) => one.matchingType === 0 || !records.some((other) => isWeaker(one, other)));
}

type DaneResolver = Pick<Resolver, 'addresses' | 'cname' | 'tlsa'>;

/** The names whose records count, the better one first (RFC 7672 §2.2.2); null: nobody can say. */
async function findBases(
  resolver: Pick<DaneResolver, 'cname'>,
  host: string,
  { authenticated, leadsTo }: Extract<DnsAnswer<string>, { kind: 'found' }>,
): Promise<readonly string[] | null> {
  if (authenticated) return leadsTo === undefined ? [host] : [leadsTo, host];
  // Where the addresses are not signed nobody needs to ask; some servers even break on the question.
  if (leadsTo === undefined) return [];
  // The alias may be, although what it leads to is not: somebody else's machine with the owner's key.
  const link = await resolver.cname(host);
  if (link.kind === 'trouble') return null;
  return link.kind === 'found' && link.authenticated ? [host] : [];
}

/** Looks for TLSA records of a host whose name came from an authenticated MX answer, or is that of a domain without MX records. */
export async function findTlsa(resolver: DaneResolver, host: string, port: number): Promise<TlsaAnswer> {
  const addresses = await resolver.addresses(host);
  // Who keeps this answer away once could keep the records away by it (RFC 7672 §2.1.2).
  if (addresses.kind === 'trouble') return { kind: 'hidden' };
  if (addresses.kind !== 'found') return { kind: 'none' };
  const bases = await findBases(resolver, host, addresses);
  if (bases === null) return { kind: 'trouble' };
  // Records that are not proven are none (RFC 7672 §2.2.3).
  for (const base of bases) {
    const answer = await resolver.tlsa(`_${port}._tcp.${base}`);
    if (answer.kind === 'trouble') return { kind: 'trouble' };
    if (answer.kind === 'found' && answer.authenticated) {
      return { kind: 'found', records: strongest(answer.records.filter(isUsable)), base };
    }
  }
  return { kind: 'none' };
}

interface PresentedChain {
  /** As sent by the server, its own certificate first. */
  readonly certificates: readonly X509Certificate[];
  /** Names of which the certificate must bear one where a trust anchor vouches for it. */
  readonly names: readonly string[];
  readonly now: Date;
}

const hashes: readonly (string | null)[] = [null, 'sha256', 'sha512'];

/** Whether a record is about this certificate (RFC 6698 §2.1.2, §2.1.3). */
function isAbout({ selector, matchingType, data }: TlsaRecord, certificate: X509Certificate): boolean {
  const octets = selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' });
  const hash = hashes[matchingType];
  if (hash === undefined) return false;
  const value = hash === null ? octets : createHash(hash).update(octets).digest();
  return value.length === data.length && timingSafeEqual(value, data);
}

function isInTime({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate;
}

/** `issuer` is an authority and signed `certificate`. */
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** The chain from the server's certificate up to its first one that `record` is about holds (RFC 7672 §3.1.2). */
function leadsToAnchor(record: TlsaRecord, { certificates, names, now }: PresentedChain): boolean {
  const anchorAt = certificates.findIndex((certificate, index) => index > 0 && isAbout(record, certificate));
  const [own] = certificates;
  if (anchorAt < 0 || own === undefined) return false;
  if (!names.some((name) => own.checkHost(name) !== undefined)) return false;
  return certificates.slice(0, anchorAt).every((certificate, index) => {
    const issuer = certificates[index + 1];
    return (
      issuer !== undefined && isInTime(certificate, now) && isInTime(issuer, now) && isIssuedBy(certificate, issuer)
    );
  });
}

/**
 * Whether a server proved by DANE who it is. Usage 3 asks for its key alone, whatever name and dates the certificate
 * bears (RFC 7672 §3.1.1); usage 2 for a chain to the authority named.
 */
export function matchesTlsa(records: readonly TlsaRecord[], chain: PresentedChain): boolean {
  const [own] = chain.certificates;
  if (own === undefined) return false;
  return records.some((record) => (record.usage === 3 ? isAbout(record, own) : leadsToAnchor(record, chain)));
}
