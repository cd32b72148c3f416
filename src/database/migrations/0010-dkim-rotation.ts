import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The DKIM key behind a domain's other selector: the one that comes next, or the last one while somebody needs it. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table domains add column dkim_spare_key_sealed bytea, add column dkim_spare_until timestamptz`.execute(
      db,
    );
  },
};
