import type { KeyRing } from '#core/keys/key-ring.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Database } from '#database/database.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Random } from '#platform/random.ts';
import type { Semaphore } from '#platform/permits/semaphore.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

/** What it takes to learn from a bounce or a complaint. */
export interface ReportsContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly domains: DomainDirectory;
  readonly limiter: RateLimiter;
  /** Tells whoever must know. */
  readonly queue: QueueContext;
}

/** What it takes to learn from reports of DMARC and TLS, too. */
export interface MailReportsContext extends ReportsContext {
  readonly metrics: Metrics;
  readonly resolver: Resolver;
  /** Names of the hosts that mail leaves from. */
  readonly hosts: readonly string[];
  /** And addresses among these that the settings name. */
  readonly addresses: readonly string[];
  /** Long reports are read one at a time. */
  readonly reading: Semaphore;
}
