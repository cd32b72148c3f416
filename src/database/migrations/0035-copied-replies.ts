import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Aliases whose other inboxes see what one of them answered. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table aliases add column copy_replies boolean not null default false`.execute(db);
  },
};
