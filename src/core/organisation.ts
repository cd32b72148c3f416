import type * as Suffixes from 'tldts';

let loading: Promise<typeof Suffixes> | null = null;

/**
 * The organization that a domain belongs to, by the public suffix list: DNS (RFC 9989 §4.10) tells two hosts of one that
 * publishes no policy apart. The list is loaded when the first is asked for, and once: to import it each time is slow.
 */
export async function organisationOf(domain: string): Promise<string> {
  const { getDomain } = await (loading ??= import('tldts'));
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}
