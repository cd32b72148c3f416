import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What came as one message and leaves as several, as targets of its alias get different bodies, is one message to its sender: who
 * of them has it counts for all. Releases before leave the column empty, and treat each as a message of its own.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table spool_deliveries add column origin uuid`.execute(db);
    await sql`create index spool_deliveries_origin on spool_deliveries (origin) where origin is not null`.execute(db);
  },
};
