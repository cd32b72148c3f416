import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether waiting mail waits for a server to answer at all. What waits already keeps the time that was set for it. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table spool_deliveries add column unanswered boolean not null default false`.execute(db);
  },
};
