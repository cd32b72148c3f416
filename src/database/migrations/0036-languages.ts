import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The language that the owner of an account reads; null: nobody knows yet. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table users add column language text check (language in ('en', 'de', 'lt'))`.execute(db);
  },
};
