import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which addresses that were live a forwarding provider elsewhere had from us: only those are ours to delete there. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table tombstones add column at_provider boolean not null default false`.execute(db);
  },
};
