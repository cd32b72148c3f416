import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A number for each alias, short enough to stand encrypted in the bounce addresses of what it sends. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table aliases add column number bigint generated always as identity unique`.execute(db);
  },
};
