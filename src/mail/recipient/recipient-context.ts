import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import type { FindAlias } from '#core/aliases/standing/find-alias.ts';
import type { Clock } from '#platform/clock.ts';

/** What it takes to say what a recipient's address means. */
export interface RecipientContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly domains: DomainDirectory;
  readonly findAlias: FindAlias;
  /** An alias without a confirmed target is answered 450 for this long after its creation, then 550. */
  readonly confirmationGraceMs: number;
}
