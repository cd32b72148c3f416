import type { Config } from '#config/config.ts';
import type { Dialer } from '#protocol/net/dialer.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { Clock } from '#platform/clock.ts';

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
