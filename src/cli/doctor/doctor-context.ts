import type { Config } from '#config/config.ts';
import type { Clock } from '#platform/clock.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { Dialer } from '#protocol/net/dialer.ts';
import type { GuardedFetch } from '#protocol/net/guarded-fetch.ts';

/** What the checks ask. */
export interface DoctorContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly resolver: Resolver;
  /** Each DNS server by itself; at least one. */
  readonly nameServers: readonly { readonly name: string; readonly resolver: Pick<Resolver, 'mx'> }[];
  /** For servers elsewhere and for the program's own ports. */
  readonly dial: Dialer;
  /** For our own pages, as others see them, and the clock of somebody else. */
  readonly fetch: GuardedFetch;
  /** Certificates (PEM) that those of our ports must lead to; null: those that Node.js trusts. */
  readonly authorities: string | null;
  /** Where mail hosts listen: 25. */
  readonly mailPort: number;
  /** Whose clock ours is held against. */
  readonly clockUrl: URL;
}

/** Each wait of a check. */
export const patienceMs = 10_000;

/** Every check by its name, which stays the same over releases: alarms and readers of `--json` go by it. */
export const checkNames = [
  'database',
  'database-clock',
  'outside-clock',
  'queue',
  'listings',
  'operator-log',
  'alias-names',
  'certificate',
  'disk',
  'user',
  'backup',
  'listener',
  'shown-certificate',
  'web',
  'dns-server',
  'dns',
  'hostname',
  'reverse-name',
  'public-port',
  'public-url',
  'send-from',
  'alarms',
  'outbound',
  'route',
  'spam-defence',
  'block-list',
  'mx',
  'spf',
  'dkim',
  'dmarc',
  'mta-sts',
  'mta-sts-policy',
  'dane',
  'provider',
  'echo',
] as const;
export type CheckName = (typeof checkNames)[number];

/** What one check found, in words for the operator. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'fault';
  readonly text: string;
  /** What to do; may hold lines to copy. Null where nothing is to be done. */
  readonly todo: string | null;
}

/** A finding that can be found again, whatever its words: the check, and what of several things it is about. */
export interface NamedFinding extends Finding {
  readonly check: CheckName;
  /** A domain, a host, a variable; empty where there is one thing only. */
  readonly about: string;
}

export function ok(text: string): Finding {
  return { state: 'ok', text, todo: null };
}
export function warning(text: string, todo: string): Finding {
  return { state: 'warning', text, todo };
}
export function fault(text: string, todo: string): Finding {
  return { state: 'fault', text, todo };
}

export function named(check: CheckName, finding: Finding, about = ''): NamedFinding {
  return { ...finding, check, about };
}
