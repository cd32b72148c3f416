import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when an account waits to be confirmed. Those that are there already count from now. */
export const unconfirmedAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table users add column unconfirmed_since timestamptz not null default now()`.execute(db);
  },
};
