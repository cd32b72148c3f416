/**
 * The organization that a domain belongs to, by the public suffix list: DNS (RFC 9989 §4.10) tells two hosts of one that
 * publishes no policy apart. The list is loaded when the first is asked for.
 */
export async function organisationOf(domain: string): Promise<string> {
  const { getDomain } = await import('tldts');
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}
