import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table api_keys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null check (char_length(name) between 1 and 64),
    key_hash bytea not null unique,
    expires_at timestamptz,
    last_used_on date,
    created_at timestamptz not null default now())`,
  `create index api_keys_user on api_keys (user_id, created_at)`,
  `alter table users add column default_target_id uuid references targets on delete set null`,
  `create index users_default_target on users (default_target_id) where default_target_id is not null`,
  `alter table aliases add column pinned boolean not null default false`,
  `alter table tombstones
    add column alias_hash bytea unique,
    add column address_sealed bytea,
    add check ((alias_hash is null) = (address_sealed is null))`,
];

/** API keys, the target that serves new aliases, what the clients of other services show, restoring by id. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
