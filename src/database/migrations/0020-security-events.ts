import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table security_events (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    event_sealed bytea not null,
    created_at timestamptz not null default now())`,
  `create index security_events_user on security_events (user_id, created_at)`,
  `create table security_mails (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    inbox_hash bytea not null,
    told_sealed bytea not null,
    due_at timestamptz not null,
    created_at timestamptz not null default now())`,
  `create index security_mails_due on security_mails (due_at)`,
  `create index security_mails_user on security_mails (user_id)`,
  `create table known_devices (
    user_id uuid not null references users on delete cascade,
    device_hash bytea not null,
    last_seen_on date not null default current_date,
    primary key (user_id, device_hash))`,
  `alter table users add column locked_at timestamptz, add column password_void boolean not null default false`,
  `alter table one_time_links drop constraint one_time_links_purpose_check`,
  `alter table one_time_links add constraint one_time_links_purpose_check check (purpose in
    ('confirm_target', 'reset_password', 'turn_second_factor_off', 'keep_second_factor', 'lock_account'))`,
];

/** What owners should hear of, whom it is still to be told, the devices they sign in by, and accounts they locked. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
