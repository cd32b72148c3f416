import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Names to send with, and what owners say of their domains; domains that are off. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table aliases add column from_name_sealed bytea`.execute(db);
    await sql`alter table domains
      add column from_name_sealed bytea,
      add column description_sealed bytea,
      add column enabled boolean not null default true`.execute(db);
  },
};
