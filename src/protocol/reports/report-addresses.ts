import { splitAddress } from '#platform/addresses.ts';
import { readDomain } from '#protocol/reports/report-values.ts';

/** Where reports are to go. */
export interface ReportAddress {
  readonly address: string;
  /** A-label in lower case. */
  readonly domain: string;
  /** Octets that a whole message may have there; null: it says nothing. */
  readonly maxBytes: number | null;
}

/** Records name one or two; what stands behind these is ignored. */
const maxAddresses = 10;

const mailto = /^mailto:([^!?]{1,400})(?:\?[^!]*)?(?:!(\d{1,10})([kmgt]?))?$/iu;
/** A local part that needs no quotes. */
const localPart = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/iu;
const units: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function readAddress(uri: string): ReportAddress | null {
  const [, written, size, unit = ''] = mailto.exec(uri.trim()) ?? [];
  const address = decode(written ?? '').trim();
  const { local, domain: named } = splitAddress(address);
  const domain = readDomain(named);
  if (domain === null || local.length > 64 || !localPart.test(local)) return null;
  const maxBytes = size === undefined ? null : Number(size) * (units[unit.toLowerCase()] ?? 1);
  return { address: `${local}@${domain}`, domain, maxBytes };
}

/**
 * The addresses of a `rua` tag (RFC 9989 §4.7, RFC 8460 §3): `mailto:` alone, each once, in their order, with the size limit that
 * RFC 7489 §6.2 has. What is none is left out.
 */
export function readReportAddresses(rua: string): ReportAddress[] {
  const found = new Map<string, ReportAddress>();
  for (const uri of rua.split(',', maxAddresses)) {
    const read = readAddress(uri);
    if (read !== null && !found.has(read.address)) found.set(read.address, read);
  }
  return [...found.values()];
}

const tlsVersion = /^v=TLSRPTv1[ \t]*;/u;
const tlsAddresses = /(?:^|;)[ \t]*rua[ \t]*=([^;]*)/u;

/** The `rua` of the one TLS report record at `_smtp._tls.<domain>` (RFC 8460 §3); null without one, or with several. */
export function findTlsReportRua(texts: readonly string[]): string | null {
  const [record, another] = texts.filter((text) => tlsVersion.test(text));
  if (record === undefined || another !== undefined) return null;
  return tlsAddresses.exec(record)?.[1]?.trim() ?? null;
}
