import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What programs found wrong when they looked at themselves. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table watches (
        scope text primary key,
        mail_hostname text,
        looked_at timestamptz not null,
        examined_at timestamptz not null,
        alarms_sealed bytea not null)`.execute(db);
  },
};
