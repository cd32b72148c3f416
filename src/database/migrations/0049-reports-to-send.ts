import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What is to be reported to other mail servers: of their mail here (DMARC), and of TLS at their mail hosts. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table report_rows (
        id uuid primary key,
        day date not null,
        kind text not null check (kind in ('dmarc', 'tls')),
        organisation_hash bytea not null,
        subject_hash bytea not null,
        row_hash bytea not null unique,
        sealed bytea not null,
        count bigint not null,
        claimed_until timestamptz,
        troubles integer not null default 0,
        trouble text check (trouble in ('dns', 'late', 'failed')))`.execute(db);
    await sql`create index report_rows_subject on report_rows (day, kind, organisation_hash, subject_hash)`.execute(db);
    await sql`
      create index report_rows_next
        on report_rows ((troubles > 1), day, kind, organisation_hash, subject_hash, id)`.execute(db);
  },
};
