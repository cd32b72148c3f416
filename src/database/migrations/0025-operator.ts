import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table users
    add column suspended text check (suspended in ('sending', 'all')),
    add column suspended_at timestamptz,
    add column suspension_reason_sealed bytea`,
  `create index users_suspended on users (suspended_at) where suspended_at is not null`,
  `alter table spool_deliveries
    drop constraint spool_deliveries_state_check,
    add constraint spool_deliveries_state_check check (state in ('waiting', 'in_flight', 'set_aside', 'held'))`,
];

/** Accounts that the operator suspends, and waiting mail that is held. */
export const operator: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
