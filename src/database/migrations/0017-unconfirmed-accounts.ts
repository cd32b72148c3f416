import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Since when an account waits to be confirmed; those that are there already count from now. And nobody is locked out for
 * ever any more because others had mail sent to an address.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table users add column unconfirmed_since timestamptz not null default now()`.execute(db);
    await sql`delete from rate_limits where action_type = 'confirmation_address_ever'`.execute(db);
  },
};
