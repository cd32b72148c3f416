import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an account chose for aliases that it has made up, and how writers are shown in its mail. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table users
        add column default_domain_id uuid references domains (id) on delete set null,
        add column alias_format text check (alias_format in ('words', 'characters', 'uuid')),
        add column ending_format text not null default 'words' check (ending_format in ('words', 'characters')),
        add column sender_format text not null default 'at'
          check (sender_format in ('at', 'bracket', 'name', 'address', 'none'))`.execute(db);
    await sql`create index users_default_domain_id on users (default_domain_id) where default_domain_id is not null`.execute(
      db,
    );
  },
};
