import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What each session runs on, what each API key opens, and which aliases of an account were deleted or sent elsewhere just now. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sessions add column device_sealed bytea`.execute(db);
    // What a key opened before there were scopes.
    await sql`
      alter table api_keys add column scope text not null default 'all'
        check (scope in ('create', 'aliases', 'all'))`.execute(db);
    await sql`
      create table alias_changes (
        user_id uuid not null references users (id) on delete cascade,
        alias_id uuid not null,
        changed_at timestamptz not null,
        primary key (user_id, alias_id))`.execute(db);
  },
};
