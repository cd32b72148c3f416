import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table aliases
    add column transparent boolean not null default false,
    add column cut_through boolean not null default true,
    add column auto_replies boolean not null default false,
    add column identity_parts boolean not null default false`,
  `alter table targets
    add column spf_replies boolean not null default false,
    add column failing_since timestamptz,
    add column disabled_at timestamptz,
    add column secret_sealed bytea,
    add column previous_secret_sealed bytea,
    add column previous_secret_until timestamptz`,
  `alter table spool_deliveries
    add column noticed_at timestamptz,
    add column reached boolean not null default false`,
  `create index contacts_blocked on contacts (alias_id) where blocked_at is not null`,
];

/** Settings of aliases, webhook secrets, failing targets, notices about waiting mail, quick sight of blocked contacts. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
