import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links by mail out of a second factor that was guessed at: one to turn it off after days, and others to prevent that. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table one_time_links drop constraint one_time_links_purpose_check`.execute(db);
    await sql`alter table one_time_links add constraint one_time_links_purpose_check
      check (purpose in ('confirm_target', 'reset_password', 'turn_second_factor_off', 'keep_second_factor'))`.execute(
      db,
    );
  },
};
