import type { TlsaRecord } from '#protocol/dns/resolver.ts';
import { allowsStsHost, type StsPolicy } from '#protocol/smtp-client/mta-sts.ts';
import type { TlsFault } from '#protocol/smtp-client/transport.ts';

/** What a domain asks of connections to its mail hosts, in the words of a TLS report (RFC 8460 §4.4). */
export interface TlsAsked {
  readonly type: 'tlsa' | 'sts' | 'no-policy-found';
  /** Of the policy, or its records in the form of a zone file. */
  readonly lines: readonly string[];
  /** Patterns of hosts that it names. */
  readonly hosts: readonly string[];
}

/** A connection to a mail host of a domain, and how safe it was. */
export interface TlsSeen {
  /** A-label. */
  readonly domain: string;
  readonly policy: TlsAsked;
  /** Null: none of its hosts might be dialed. */
  readonly host: string | null;
  /** Null: as safe as was asked for. */
  readonly fault: TlsFault | null;
}

/** As many hosts or records as a report needs of a policy, and as many octets of a record: a hash has 64, a whole certificate any number. */
const maxLines = 20;
const maxOctets = 64;

const nothingAsked: TlsAsked = { type: 'no-policy-found', lines: [], hosts: [] };

/** Of a policy of MTA-STS; null: there is none. */
export function askedBySts(policy: StsPolicy | null): TlsAsked {
  if (policy === null) return nothingAsked;
  const { mode, maxAgeSeconds } = policy;
  const hosts = policy.hosts.slice(0, maxLines);
  const lines = ['version: STSv1', `mode: ${mode}`, ...hosts.map((host) => `mx: ${host}`), `max_age: ${maxAgeSeconds}`];
  return { type: 'sts', lines, hosts };
}

/** Of DANE records of a host. */
export function askedByDane(records: readonly TlsaRecord[]): TlsAsked {
  const lines = records
    .slice(0, maxLines)
    .map(
      ({ usage, selector, matchingType, data }) =>
        `${usage} ${selector} ${matchingType} ${data.toString('hex', 0, maxOctets)}`,
    );
  return { type: 'tlsa', lines, hosts: [] };
}

/** How an open connection stands to what was asked: what is only tested (RFC 8461 §5) is used all the same, and told. */
export function faultOfOpen(
  asked: TlsAsked,
  { policy, host }: { readonly policy: StsPolicy | null; readonly host: string },
  { isEncrypted, certificateFault }: { readonly isEncrypted: boolean; readonly certificateFault: TlsFault | null },
): TlsFault | null {
  if (!isEncrypted) return 'starttls-not-supported';
  if (asked.type !== 'sts' || policy === null) return null;
  return allowsStsHost(policy, host) ? certificateFault : 'validation-failure';
}
