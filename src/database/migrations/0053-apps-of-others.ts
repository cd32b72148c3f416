import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What apps made for other services ask for: codes that confirm an account, an inbox in the place of another, aliases whose mail is
 * not encrypted, endings that are made up on a domain of one's own.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table one_time_links add column code_hash bytea`.execute(db);
    await sql`alter table targets add column replaces_target_id uuid references targets (id) on delete set null`.execute(
      db,
    );
    await sql`
      create index targets_replaces_target_id on targets (replaces_target_id)
      where replaces_target_id is not null`.execute(db);
    await sql`alter table aliases add column in_clear boolean not null default false`.execute(db);
    await sql`alter table domains add column random_endings boolean not null default false`.execute(db);
  },
};
