import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { FetchResult, GuardedFetch } from '#protocol/net/guarded-fetch.ts';

/** What a domain asks of those who send to it (MTA-STS, RFC 8461). */
export interface StsPolicy {
  readonly mode: 'enforce' | 'testing' | 'none';
  /** Lower case; may begin with `*.`. */
  readonly hosts: readonly string[];
  readonly maxAgeSeconds: number;
}

const recordStart = /^v=STSv1[ \t]*;/;
const recordId = /;[ \t]*id=([A-Za-z0-9]{1,32})[ \t]*(?:;|$)/;

/** RFC 8461 §3.2. */
const maxAgeLimitSeconds = 31_557_600;
const maxHosts = 200;
const hostPattern = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const modes: ReadonlySet<string> = new Set<StsPolicy['mode']>(['enforce', 'testing', 'none']);

function isMode(text: string): text is StsPolicy['mode'] {
  return modes.has(text);
}

/** The id in the TXT records of `_mta-sts.<domain>`; null unless there is exactly one such record (RFC 8461 §3.1). */
export function parseStsRecord(records: readonly string[]): string | null {
  const [record, ...more] = records.filter((text) => recordStart.test(text));
  if (record === undefined || more.length > 0) return null;
  return recordId.exec(record)?.[1] ?? null;
}

/** The `mx` fields, and of the others the first of each name: they must not be repeated. */
function readFields(text: string): { hosts: string[]; fields: ReadonlyMap<string, string> } {
  const fields = new Map<string, string>();
  const hosts: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(0, colon));
    const value = line.slice(colon + 1).trim();
    if (key === 'mx') hosts.push(value.toLowerCase());
    else if (!fields.has(key)) fields.set(key, value);
  }
  return { hosts, fields };
}

/** Reads a policy file; null for what is none (RFC 8461 §3.2). */
export function parseStsPolicy(text: string): StsPolicy | null {
  const { hosts, fields } = readFields(text);
  const { mode = '', max_age: maxAge = '', version } = Object.fromEntries(fields);
  if (version !== 'STSv1' || !isMode(mode) || !/^\d{1,10}$/.test(maxAge)) return null;
  if (hosts.length > maxHosts || !hosts.every((host) => hostPattern.test(host))) return null;
  if (hosts.length === 0 && mode !== 'none') return null;
  return { mode, hosts, maxAgeSeconds: Math.min(Number(maxAge), maxAgeLimitSeconds) };
}

/** Whether a policy names a mail host; `*.` stands for exactly one label (RFC 8461 §4.1). */
export function allowsStsHost({ hosts }: StsPolicy, host: string): boolean {
  const dot = host.indexOf('.');
  return hosts.includes(host) || (dot > 0 && hosts.includes(`*${host.slice(dot)}`));
}

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
  /** From then on it is fetched again although it still counts. */
  readonly refreshAtMs: number;
  /** The id whose policy could not be fetched, and until when nobody tries again. */
  readonly failedId: string | null;
  readonly quietUntilMs: number;
}

const maxDomains = 10_000;
/** RFC 8461 §3.3. */
const fetchTimeoutMs = 10_000;
const maxBytes = 64 * 1024;
const retryAfterMs = 5 * 60_000;
const refreshAfterMs = 24 * 60 * 60_000;
const nothing: Known = { policy: null, id: null, expiresAtMs: 0, refreshAtMs: 0, failedId: null, quietUntilMs: 0 };
const never = new AbortController().signal;

/** Where a domain keeps its policy (RFC 8461 §3.3). */
export function requestStsPolicy(fetch: GuardedFetch, domain: string): Promise<FetchResult> {
  const url = new URL(`https://mta-sts.${domain}/.well-known/mta-sts.txt`);
  const request = { method: 'GET', url, headers: { Accept: 'text/plain' }, body: null } as const;
  return fetch({ ...request, timeoutMs: fetchTimeoutMs, maxBytes, signal: never });
}

/** No redirects, a valid certificate, and the media type that no upload of a stranger has by chance (RFC 8461 §3.2, §3.3). */
export function readStsPolicy(result: FetchResult): StsPolicy | null {
  if (result.kind === 'failed' || result.status !== 200 || !result.complete) return null;
  const [type = ''] = (result.headers.contentType ?? '').split(';');
  return type.trim().toLowerCase() === 'text/plain' ? parseStsPolicy(result.body.toString('latin1')) : null;
}

/**
 * Fetched anew when the id in DNS changes, and once a day, or at half of its time, whatever DNS says (RFC 8461 §3.3); a policy that
 * holds outlives trouble with both.
 */
export function createStsPolicies({ resolver, fetch, clock }: StsPoliciesOptions): StsPolicies {
  const known = new BoundedMap<Known>({ max: maxDomains });
  const underWay = new Map<string, Promise<Known>>();

  const remember = (domain: string, entry: Known): Known => {
    known.set(domain, entry);
    return entry;
  };

  const refresh = async (domain: string, id: string, before: Known): Promise<Known> => {
    // Nobody may be waiting: a request that throws has failed like any other.
    const policy = await requestStsPolicy(fetch, domain).then(readStsPolicy, () => null);
    const now = clock.now();
    if (policy === null) return remember(domain, { ...before, failedId: id, quietUntilMs: now + retryAfterMs });
    const maxAgeMs = policy.maxAgeSeconds * 1000;
    const refreshAtMs = now + Math.min(refreshAfterMs, maxAgeMs / 2);
    return remember(domain, { ...nothing, policy, id, refreshAtMs, expiresAtMs: now + maxAgeMs });
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
  const isQuiet = (entry: Known, id: string): boolean => entry.failedId === id && clock.now() < entry.quietUntilMs;

  /** RFC 8461 §10.2: who keeps DNS or the web silent until a policy has expired must not be rid of it. No message waits for this. */
  const refreshEarly = (domain: string, id: string | null, entry: Known): void => {
    const isDue = holds(entry) && clock.now() >= entry.refreshAtMs;
    if (id !== null && isDue && !isQuiet(entry, id)) void refreshOnce(domain, id, entry);
  };

  const find = async (domain: string): Promise<StsPolicy | null> => {
    const answer = await resolver.txt(`_mta-sts.${domain}`);
    const id = answer.kind === 'found' ? parseStsRecord(answer.records) : null;
    let entry = known.get(domain) ?? nothing;
    const isCurrent = entry.id === id && holds(entry);
    if (id === null || isCurrent) refreshEarly(domain, entry.id, entry);
    else if (!isQuiet(entry, id)) entry = await refreshOnce(domain, id, entry);
    // RFC 8461 §5.1: a policy that has not expired counts, whatever DNS and the web say now.
    const policy = holds(entry) ? entry.policy : null;
    return policy === null || policy.mode === 'none' ? null : policy;
  };
  return { find };
}
