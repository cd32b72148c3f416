import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table smtp_credentials
    alter column alias_id drop not null,
    add column user_id uuid references users on delete cascade,
    add column domain_id uuid references domains on delete cascade,
    add column username text unique,
    add check (num_nonnulls(alias_id, user_id) = 1),
    add check ((user_id is null) = (username is null)),
    add check (domain_id is null or user_id is not null)`,
  `create unique index smtp_credentials_account on smtp_credentials (user_id, domain_id) nulls not distinct
    where user_id is not null`,
  `create index smtp_credentials_domain on smtp_credentials (domain_id) where domain_id is not null`,
];

/** Passwords of mail programs that send as any alias of an account, or any of its aliases on one domain. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
