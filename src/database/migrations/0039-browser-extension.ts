import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // Before the addition of `use` this held three names.
  `alter table api_keys drop constraint api_keys_scope_check`,
  `alter table api_keys add constraint api_keys_scope_check check (scope in ('create', 'use', 'aliases', 'all'))`,
  `create table pairings (
    code_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    challenge bytea not null,
    device_sealed bytea not null,
    expires_at timestamptz not null)`,
  `create index pairings_user on pairings (user_id)`,
  `create table alias_sites (
    alias_id uuid not null references aliases on delete cascade,
    site_hash bytea not null,
    primary key (alias_id, site_hash))`,
  `create index alias_sites_site on alias_sites (site_hash)`,
];

/** What the browser extension needs: keys for everyday use, how it gets one, and which aliases belong to a site. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
