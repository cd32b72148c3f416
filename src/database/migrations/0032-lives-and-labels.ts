import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table aliases add column expires_at timestamptz, add column max_messages integer,
    add column messages_left integer, add column idle_days integer, add column last_used_on date`,
  // Sealed from now on; what was written before is sealed while the program runs.
  `alter table aliases add column notes_sealed bytea`,
  `create index aliases_open_notes on aliases (id) where notes is not null`,
  `alter table users add column count_mail boolean not null default false`,
  `create table labels (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name_sealed bytea not null,
    name_hash bytea not null,
    created_at timestamptz not null default now(),
    unique (user_id, name_hash))`,
  `create table alias_labels (
    alias_id uuid not null references aliases on delete cascade,
    label_id uuid not null references labels on delete cascade,
    primary key (alias_id, label_id))`,
  `create index alias_labels_label on alias_labels (label_id)`,
  // Without a day: the sum of those that are over.
  `create table alias_days (
    alias_id uuid not null references aliases on delete cascade,
    day date,
    forwarded integer not null default 0,
    dropped integer not null default 0,
    held integer not null default 0,
    replied integer not null default 0,
    unique nulls not distinct (alias_id, day))`,
  `create index alias_days_day on alias_days (day)`,
];

/** When aliases end by themselves, their labels, their notes sealed, and what their owners let us count of their mail. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
