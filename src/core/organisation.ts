import type * as Suffixes from 'tldts';

let loading: Promise<typeof Suffixes> | null = null;

/** The public suffix list is loaded when it is first asked, and once: to import it each time is slow. */
function loadSuffixes(): Promise<typeof Suffixes> {
  return (loading ??= import('tldts'));
}

/** What of a name somebody registered, by the public suffix list with its private part: of `ann.github.io` itself. Null: it has no suffix. */
export async function registrableDomain(name: string): Promise<string | null> {
  const { getDomain } = await loadSuffixes();
  return getDomain(name, { allowPrivateDomains: true });
}

/**
 * The organization that a domain belongs to, by the public suffix list: DNS (RFC 9989 §4.10) tells two hosts of one that
 * publishes no policy apart.
 */
export async function organisationOf(domain: string): Promise<string> {
  return (await registrableDomain(domain)) ?? domain;
}

/** Whether a host's name ends as names in the Internet do. */
export type PublicHostCheck = (host: string) => boolean;

/** The check by the public suffix list as it is known here. */
export async function loadPublicHostCheck(): Promise<PublicHostCheck> {
  const { parse } = await loadSuffixes();
  return (host) => parse(host).isIcann === true;
}
