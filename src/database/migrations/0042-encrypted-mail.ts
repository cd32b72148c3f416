import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Inboxes whose mail is encrypted, and aliases whose owners answer encrypted. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table targets add column encryption_key_sealed bytea`.execute(db);
    await sql`alter table aliases add column encrypted_replies boolean not null default false`.execute(db);
  },
};
