import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

/** What every rule of the product stands on. */
export interface CoreContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
