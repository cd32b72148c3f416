import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table abuse_reports (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    kind text not null check (kind in ('sent', 'forwarded', 'named')),
    at timestamptz not null)`,
  `create index abuse_reports_user on abuse_reports (user_id)`,
  `create index abuse_reports_at on abuse_reports (at)`,
];

/** Complaints that came to abuse@, by the account they lead to. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
