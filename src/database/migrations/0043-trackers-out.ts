import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Aliases whose mail comes without what follows its readers. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table aliases add column remove_trackers boolean not null default false`.execute(db);
  },
};
