import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Addresses of ours that mail leaves from: since when, so that a new one begins slowly, and whether the operator was told of a listing. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table send_addresses (address text primary key, since date not null, listed_at timestamptz)`.execute(
      db,
    );
  },
};
