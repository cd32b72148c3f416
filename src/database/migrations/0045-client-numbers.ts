import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table client_numbers (
    user_id uuid not null references users on delete cascade,
    number integer not null check (number > 0),
    alias_id uuid references aliases on delete cascade,
    target_id uuid references targets on delete cascade,
    domain_id uuid references domains on delete cascade,
    contact_hash bytea references contacts on delete cascade,
    primary key (user_id, number),
    check (num_nonnulls(alias_id, target_id, domain_id, contact_hash) = 1),
    unique (alias_id, user_id),
    unique (target_id, user_id),
    unique (domain_id, user_id),
    unique (contact_hash, user_id))`,
];

/** Numbers by which clients of SimpleLogin name what an account has: random, and of one account alone. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
