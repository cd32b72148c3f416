import type { KeyRing } from '#core/keys/key-ring.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Database } from '#database/database.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';

/** What it takes to learn from a bounce. */
export interface ReportsContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly limiter: RateLimiter;
  /** Tells whoever must know. */
  readonly queue: QueueContext;
}
