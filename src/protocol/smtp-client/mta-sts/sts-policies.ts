import type { GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { parseStsPolicy, parseStsRecord, type StsPolicy } from '#protocol/smtp-client/mta-sts/parse-sts.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { Clock } from '#platform/clock.ts';

/** The policies of the domains we send to (MTA-STS, RFC 8461). */
export interface StsPolicies {
  /** Null: the domain asks for nothing. Takes the time of a DNS look-up and, now and then, of a request. */
  find(domain: string): Promise<StsPolicy | null>;
}

export interface StsPoliciesOptions {
  readonly resolver: Pick<Resolver, 'txt'>;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

interface Known {
  readonly policy: StsPolicy | null;
  /** The id under which `policy` was fetched. */
  readonly id: string | null;
  readonly expiresAtMs: number;
  /** The id whose policy could not be fetched, and until when nobody tries again. */
  readonly failedId: string | null;
  readonly quietUntilMs: number;
}

const maxDomains = 10_000;
/** RFC 8461 §3.3. */
const fetchTimeoutMs = 10_000;
const maxBytes = 64 * 1024;
const retryAfterMs = 5 * 60_000;
const nothing: Known = { policy: null, id: null, expiresAtMs: 0, failedId: null, quietUntilMs: 0 };
const never = new AbortController().signal;

/** No redirects, a valid certificate, and the media type that no upload of a stranger has by chance (RFC 8461 §3.2, §3.3). */
async function fetchPolicy(fetch: GuardedFetch, domain: string): Promise<StsPolicy | null> {
  const url = new URL(`https://mta-sts.${domain}/.well-known/mta-sts.txt`);
  const request = { method: 'GET', url, headers: { Accept: 'text/plain' }, body: null } as const;
  const result = await fetch({ ...request, timeoutMs: fetchTimeoutMs, maxBytes, signal: never });
  if (result.kind === 'failed' || result.status !== 200 || !result.complete) return null;
  const [type = ''] = (result.headers.contentType ?? '').split(';');
  return type.trim().toLowerCase() === 'text/plain' ? parseStsPolicy(result.body.toString('latin1')) : null;
}

/** Fetched anew when the id in DNS changes or the policy grows old; a policy that holds outlives trouble with both. */
export function createStsPolicies({ resolver, fetch, clock }: StsPoliciesOptions): StsPolicies {
  const known = new Map<string, Known>();
  const underWay = new Map<string, Promise<Known>>();

  const remember = (domain: string, entry: Known): Known => {
    known.delete(domain);
    if (known.size >= maxDomains) known.delete(known.keys().next().value ?? '');
    known.set(domain, entry);
    return entry;
  };

  const refresh = async (domain: string, id: string, before: Known): Promise<Known> => {
    const policy = await fetchPolicy(fetch, domain);
    const now = clock.now();
    if (policy === null) return remember(domain, { ...before, failedId: id, quietUntilMs: now + retryAfterMs });
    return remember(domain, { ...nothing, policy, id, expiresAtMs: now + policy.maxAgeSeconds * 1000 });
  };

  /** Many messages for one domain ask once. */
  const refreshOnce = (domain: string, id: string, before: Known): Promise<Known> => {
    const asked = underWay.get(domain);
    if (asked !== undefined) return asked;
    const asking = refresh(domain, id, before).finally(() => underWay.delete(domain));
    underWay.set(domain, asking);
    return asking;
  };

  const holds = ({ expiresAtMs }: Known): boolean => clock.now() < expiresAtMs;

  const find = async (domain: string): Promise<StsPolicy | null> => {
    const answer = await resolver.txt(`_mta-sts.${domain}`);
    const id = answer.kind === 'found' ? parseStsRecord(answer.records) : null;
    let entry = known.get(domain) ?? nothing;
    const isCurrent = entry.id === id && holds(entry);
    const isQuiet = entry.failedId === id && clock.now() < entry.quietUntilMs;
    if (id !== null && !isCurrent && !isQuiet) entry = await refreshOnce(domain, id, entry);
    // RFC 8461 §5.1: a policy that has not expired counts, whatever DNS and the web say now.
    const policy = holds(entry) ? entry.policy : null;
    return policy === null || policy.mode === 'none' ? null : policy;
  };
  return { find };
}
