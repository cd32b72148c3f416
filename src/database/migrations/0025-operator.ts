import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table users
    add column suspended text check (suspended in ('sending', 'all')),
    add column suspended_at timestamptz,
    add column suspension_reason_sealed bytea,
    add column alias_quota integer`,
  `create index users_suspended on users (suspended_at) where suspended_at is not null`,
  `alter table spool_deliveries
    drop constraint spool_deliveries_state_check,
    add constraint spool_deliveries_state_check check (state in ('waiting', 'in_flight', 'set_aside', 'held'))`,
  `create table operator_log (
    number bigint primary key,
    at timestamptz not null,
    entry_sealed bytea not null,
    hash bytea not null)`,
  `create function refuse_shorter_operator_log() returns trigger language plpgsql as $$
    begin raise exception 'operator_log only grows'; end $$`,
  `create trigger operator_log_grows before update or delete or truncate on operator_log
    for each statement execute function refuse_shorter_operator_log()`,
  `create table operators (
    user_id uuid primary key references users on delete cascade,
    created_at timestamptz not null default now())`,
  `create table queue_holds (
    destination_hash bytea primary key,
    name_sealed bytea not null,
    created_at timestamptz not null default now())`,
  `create table sender_blocks (
    name_hash bytea primary key,
    name_sealed bytea not null,
    created_at timestamptz not null default now())`,
  `alter table one_time_links add column works_at timestamptz`,
];

/**
 * Accounts that the operator suspends, waiting mail that is held, operators' accounts and the list of what they did;
 * destinations that are held, and senders whose mail is refused.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
