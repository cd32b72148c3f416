import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table notices (
    id uuid primary key,
    user_id uuid references users on delete cascade,
    words_hash bytea not null unique,
    words_sealed bytea not null,
    count integer not null default 1,
    due_at timestamptz not null,
    created_at timestamptz not null default now())`,
  `create index notices_due on notices (due_at)`,
  `create index notices_user on notices (user_id)`,
  `alter table targets add column bounced_at timestamptz`,
  `alter table spool_deliveries
    drop constraint spool_deliveries_state_check,
    add constraint spool_deliveries_state_check check (state in ('waiting', 'in_flight', 'set_aside'))`,
];

/** Notices that wait to be told together, inboxes that send back what they took, mail in the spool that cannot be read. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
