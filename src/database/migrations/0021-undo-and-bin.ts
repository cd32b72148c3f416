import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table users add column bin_days integer not null default 30 check (bin_days between 0 and 30)`,
  `alter table aliases
    add column binned_at timestamptz,
    add column bin_ends_at timestamptz,
    add check ((binned_at is null) = (bin_ends_at is null))`,
  `create index aliases_bin on aliases (user_id, binned_at desc, id) where binned_at is not null`,
  `create index aliases_bin_end on aliases (bin_ends_at) where binned_at is not null`,
  `create table undos (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    sealed bytea not null,
    created_at timestamptz not null)`,
  `create index undos_user on undos (user_id, created_at desc, id)`,
  `create index undos_made on undos (created_at)`,
];

/** What a change needs to be undone, sealed; and the bin, in which deleted aliases lie until their day. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
