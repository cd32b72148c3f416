import { findDmarcRecord, type DmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

/** A DMARC record and the domain it was found at. */
export interface DmarcFinding {
  readonly domain: string;
  readonly record: DmarcRecord;
}

/** The records above a domain, the longest name first. */
export interface DmarcTree {
  readonly domain: string;
  readonly found: readonly DmarcFinding[];
  /** DNS gave no answer somewhere, so that what is found may not be all. */
  readonly trouble: boolean;
}

/** RFC 9989 §4.10: names longer than this are cut at once, so that nobody makes us ask more than eight times. */
const maxLabels = 7;

/** The names asked for: the domain and what is above it. */
function namesAbove(domain: string): string[] {
  // An address literal is no name and publishes nothing.
  if (domain.startsWith('[')) return [];
  const names: string[] = [];
  let labels = domain.split('.');
  while (labels.length > 0) {
    names.push(labels.join('.'));
    labels = labels.length > maxLabels ? labels.slice(-maxLabels) : labels.slice(1);
  }
  return names;
}

/**
 * The DNS tree walk (RFC 9989 §4.10), which needs no list of public suffixes. `domain`: A-label in lower case, or an
 * address literal.
 */
export async function walkDmarcTree(resolver: Pick<Resolver, 'txt'>, domain: string): Promise<DmarcTree> {
  const found: DmarcFinding[] = [];
  for (const name of namesAbove(domain)) {
    const answer = await resolver.txt(`_dmarc.${name}`);
    if (answer.kind === 'trouble') return { domain, found, trouble: true };
    const record = answer.kind === 'found' ? findDmarcRecord(answer.records) : null;
    if (record === null) continue;
    found.push({ domain: name, record });
    if (record.psd !== 'u') break;
  }
  return { domain, found, trouble: false };
}

/** The organizational domain (RFC 9989 §4.10.2); null where trouble hides it. */
export function organizationalDomain({ domain, found, trouble }: DmarcTree): string | null {
  for (const { domain: name, record } of found) {
    if (record.psd === 'n') return name;
    if (record.psd === 'y' && name !== domain) {
      const labels = name.split('.').length + 1;
      return domain.split('.').slice(-labels).join('.');
    }
  }
  return trouble ? null : (found.at(-1)?.domain ?? domain);
}
