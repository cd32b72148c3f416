import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table acme_accounts (
    directory text primary key,
    key_sealed bytea not null,
    url text,
    created_at timestamptz not null default now())`,
  `create table certificates (
    name text primary key,
    key_sealed bytea not null,
    chain text,
    issued_by text,
    issued_at timestamptz,
    ends_at timestamptz,
    renew_at timestamptz,
    ask_at timestamptz,
    directory text,
    order_url text,
    challenge_token text,
    failures int not null default 0,
    failure text,
    try_at timestamptz not null default now(),
    created_at timestamptz not null default now())`,
];

/** Certificates by ACME, each with a key that outlives it, and the accounts that they are ordered by. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
