import { sql } from 'kysely';
import type { Db } from '#database/database.ts';

/** Any number nobody else takes. */
const domainsLock = 7_205_001;

/** Lets one transaction at a time change the list of domains, until it ends. */
export async function lockDomains(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${domainsLock})`.execute(db);
}
