import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rules about senders that are off, inboxes that only read, and what is taken out of what they send. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sender_rules add column active boolean not null default true`.execute(db);
    await sql`alter table targets
      add column may_send boolean not null default true,
      add column drop_keys boolean not null default false,
      add column drop_signatures boolean not null default false`.execute(db);
  },
};
