import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations, and accounts that wait for the operator's word. Those that are there already wait for nothing. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table invitations (
        id uuid primary key,
        token_hash bytea not null unique,
        uses_left int not null check (uses_left >= 0),
        makes_operator boolean not null default false,
        expires_at timestamptz not null,
        created_at timestamptz not null default now())`.execute(db);
    await sql`alter table users add column waiting_since timestamptz`.execute(db);
    await sql`alter table users add column waiting_told boolean not null default false`.execute(db);
    await sql`alter table users add column decision text check (decision in ('approved', 'refused'))`.execute(db);
    await sql`create index users_decided on users (id) where decision is not null`.execute(db);
    await sql`create index users_waiting on users (waiting_since) where waiting_since is not null`.execute(db);
  },
};
