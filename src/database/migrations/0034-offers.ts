import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table offers (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    alias_id uuid unique references aliases on delete cascade,
    domain_id uuid unique references domains on delete cascade,
    with_aliases boolean not null default false,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    check (num_nonnulls(alias_id, domain_id) = 1))`,
  `create index offers_user on offers (user_id)`,
  `create index offers_end on offers (expires_at)`,
  `alter table domains add column proof_due_at timestamptz`,
];

/** Links by which an alias or a domain passes to another account, and until when its new owner may publish a proof of its own. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
