import { sql } from 'kysely';
import type { Db } from '#database/database.ts';

/** Targets with what `openTarget` needs. */
export function selectTargets(db: Db) {
  return db
    .selectFrom('targets')
    .leftJoin('stoppedAddresses', 'addressHash', 'valueHash')
    .select(['targets.id', 'targets.kind', 'targets.valueSealed', 'targets.valueHash', 'targets.confirmedAt'])
    .select(['targets.disabledAt', 'targets.failingSince'])
    .select(sql<boolean>`address_hash is not null`.as('stopped'));
}
