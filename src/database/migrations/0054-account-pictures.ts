import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The picture that an account shows of itself: in a table of its own, so that nothing reads its octets with the account. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table account_pictures (
        user_id uuid primary key references users on delete cascade,
        sealed bytea not null,
        updated_at timestamptz not null)`.execute(db);
    // Sealed octets cannot be packed any smaller.
    await sql`alter table account_pictures alter column sealed set storage external`.execute(db);
  },
};
