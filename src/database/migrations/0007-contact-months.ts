import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table contacts add column last_used_month date not null
    default date_trunc('month', now() at time zone 'utc')::date`,
  // Both go with the next release: programs of this one's predecessor may run beside us and still name them.
  `alter table contacts
    alter column created_at drop default, alter column created_at drop not null,
    alter column last_used_on drop default, alter column last_used_on drop not null`,
  // Writes the table anew, so that no page of it keeps what the columns held.
  `alter table contacts
    alter column last_used_month type date using date_trunc('month', last_used_on)::date,
    alter column created_at type timestamptz using null::timestamptz,
    alter column last_used_on type date using null::date`,
  `drop index contacts_alias`,
  `create index contacts_alias on contacts (alias_id)`,
  `create index contacts_unused on contacts (last_used_month) where blocked_at is null`,
];

/**
 * A contact's month of last use takes the place of the day of last use and of the moment it was made: to the microsecond,
 * that one was a log of who wrote first, and when. Columns are added now and dropped a release later.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
