import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which process holds a lease, so that others can free those of one that is gone. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table spool_deliveries add column leased_by uuid`.execute(db);
  },
};
