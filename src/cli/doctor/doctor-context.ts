import type { Config } from '#config/config.ts';
import type { Clock } from '#platform/clock.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { Dialer } from '#protocol/net/dialer.ts';

/** What the checks ask. */
export interface DoctorContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly resolver: Resolver;
  /** For servers elsewhere and for the program's own ports. */
  readonly dial: Dialer;
  /** Where mail hosts listen: 25. */
  readonly mailPort: number;
}

/** Each wait of a check. */
export const patienceMs = 10_000;

/** What one check found, in words for the operator. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'fault';
  readonly text: string;
  /** What to do; may hold lines to copy. Null where nothing is to be done. */
  readonly todo: string | null;
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
