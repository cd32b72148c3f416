import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table notices rename to outgoing_notices`,
  `alter table outgoing_notices
    add column form text not null default 'joined' check (form in ('joined', 'alone', 'warning')),
    add column inbox_hash bytea,
    alter column words_hash set default uuid_send(gen_random_uuid()),
    add check ((form = 'warning') = (inbox_hash is not null)),
    add check (form <> 'warning' or user_id is not null)`,
  `insert into outgoing_notices (id, form, user_id, inbox_hash, words_sealed, due_at, created_at)
    select id, 'warning', user_id, inbox_hash, told_sealed, due_at, created_at from security_mails`,
  `drop table security_mails`,
  `create view notices as select id, user_id, words_hash, words_sealed, count, due_at, created_at
    from outgoing_notices where form = 'joined'`,
  `create view security_mails as select id, user_id, inbox_hash, words_sealed as told_sealed, due_at, created_at, form
    from outgoing_notices where form = 'warning'`,
  `alter view security_mails alter column form set default 'warning'`,
];

/**
 * One outbox of notices in the place of two tables, which stay as views of it: nodes of the release before store and tell the same
 * rows through those. The release after this one drops them.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
