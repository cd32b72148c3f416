import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table users
    add column wallet_address_sealed bytea,
    add column wallet_address_hash bytea unique,
    add column google_id_sealed bytea,
    add column google_id_hash bytea unique,
    add column totp_secret_sealed bytea,
    add column totp_enabled_at timestamptz,
    add column totp_last_step bigint,
    add check ((wallet_address_sealed is null) = (wallet_address_hash is null)),
    add check ((google_id_sealed is null) = (google_id_hash is null))`,
  `alter table sessions
    add column id uuid not null default gen_random_uuid() unique,
    add column confirmed_at timestamptz not null default now()`,
  `create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (user_id, code_hash))`,
  `create table wallet_challenges (
    nonce_hash bytea primary key,
    browser_hash bytea not null,
    issued_at timestamptz not null,
    expires_at timestamptz not null)`,
  `create index wallet_challenges_expiry on wallet_challenges (expires_at)`,
  `alter table one_time_links drop constraint one_time_links_purpose_check`,
  `alter table one_time_links add constraint one_time_links_purpose_check
    check (purpose in ('confirm_target', 'reset_password'))`,
  `create table smtp_credentials (
    id uuid primary key,
    alias_id uuid not null unique references aliases on delete cascade,
    password_hash bytea not null,
    created_at timestamptz not null default now())`,
  `create table daily_counts (
    day date not null,
    name text not null,
    category text not null default '',
    label text not null default '',
    count bigint not null default 0,
    primary key (day, name, category, label))`,
];

/** Sign-in methods, second factor, SMTP credentials, counts by day. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
