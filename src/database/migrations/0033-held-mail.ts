import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table users
    add column hold_days integer check (hold_days between 0 and 14),
    add column held_digest boolean not null default false,
    add column held_digest_on date`,
  `create table sender_rules (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    alias_id uuid references aliases on delete cascade,
    match_hash bytea not null unique,
    match_sealed bytea not null,
    action text not null check (action in ('block', 'allow', 'hold')),
    even_if_rejected boolean not null default false,
    created_at timestamptz not null)`,
  `create index sender_rules_user on sender_rules (user_id, alias_id)`,
  `create index sender_rules_alias on sender_rules (alias_id) where alias_id is not null`,
  `create table held_mail (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    alias_id uuid not null references aliases on delete cascade,
    key_purpose text not null default 'spool' check (key_purpose = 'spool'),
    key_version integer not null,
    envelope_sealed bytea not null,
    reason text not null check (reason in ('unauthenticated', 'rejected', 'spam', 'rule')),
    bytes integer not null,
    told boolean not null default false,
    received_at timestamptz not null default now(),
    expires_at timestamptz not null,
    foreign key (key_purpose, key_version) references keys (purpose, version))`,
  `create index held_mail_user on held_mail (user_id, received_at desc, id)`,
  `create index held_mail_alias on held_mail (alias_id)`,
  `create index held_mail_key on held_mail (key_purpose, key_version)`,
  `create index held_mail_end on held_mail (expires_at)`,
  `create table held_chunks (
    held_id uuid not null references held_mail on delete cascade,
    sequence integer not null,
    sealed bytea not null,
    primary key (held_id, sequence))`,
  `create table alias_refusals (
    alias_id uuid not null references aliases on delete cascade,
    week date not null,
    count integer not null,
    primary key (alias_id, week))`,
  `create table alias_traces (
    alias_id uuid primary key references aliases on delete cascade,
    code_hash bytea not null unique,
    ends_at timestamptz not null)`,
  `create table trace_lines (
    id uuid primary key,
    alias_id uuid not null references alias_traces on delete cascade,
    sealed bytea not null)`,
  `create index trace_lines_alias on trace_lines (alias_id)`,
];

/** Rules about senders, mail that is held for its owner, refusals counted by week, and traces of single aliases. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
