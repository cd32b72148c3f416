import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Since when an account is leaving, and whether a name ever carried mail. Of names and tombstones that are there already,
 * and of those that nodes of the release before make while all are upgraded, nobody knows: they count as used.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table users add column leaving_at timestamptz`.execute(db);
    await sql`create index users_leaving on users (leaving_at) where leaving_at is not null`.execute(db);
    await sql`alter table aliases add column ever_used boolean not null default true`.execute(db);
    await sql`alter table tombstones add column used boolean not null default true`.execute(db);
    await sql`create index tombstones_unused on tombstones (created_at) where not used`.execute(db);
  },
};
