import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What other mail servers report of mail in the name of our domains, in sums of days. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table dmarc_report_days (
        domain_id uuid not null references domains on delete cascade,
        day date not null,
        reporter_hash bytea not null,
        reports integer not null,
        messages bigint not null,
        passed bigint not null,
        dkim_aligned bigint not null,
        spf_aligned bigint not null,
        quarantined bigint not null,
        rejected bigint not null,
        own_failed bigint not null,
        primary key (domain_id, day, reporter_hash))`.execute(db);
    await sql`create index dmarc_report_days_day on dmarc_report_days (day)`.execute(db);
    await sql`
      create table tls_report_days (
        domain_id uuid not null references domains on delete cascade,
        day date not null,
        reporter_hash bytea not null,
        reports integer not null,
        succeeded bigint not null,
        starttls_failed bigint not null,
        certificate_failed bigint not null,
        dane_failed bigint not null,
        sts_failed bigint not null,
        other_failed bigint not null,
        primary key (domain_id, day, reporter_hash))`.execute(db);
    await sql`create index tls_report_days_day on tls_report_days (day)`.execute(db);
    await sql`
      create table mail_reports_seen (
        report_hash bytea primary key,
        seen_at timestamptz not null)`.execute(db);
    await sql`create index mail_reports_seen_at on mail_reports_seen (seen_at)`.execute(db);
  },
};
