import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What an inbox says of mail that it does not take, so that its owner sees it: that it is full, by messages of whom, and what it
 * refused while another inbox took it. Counts in memory would be lost by a restart, and each process would have its own.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table targets
        add column full_since timestamptz,
        add column full_messages integer not null default 0,
        add column full_senders bytea,
        add column refused_since timestamptz,
        add column refused_messages integer not null default 0,
        add column refused_status text`.execute(db);
  },
};
