import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The programs that work on this database, and what each has leased of the limits they share. Neither table outlives its
 * programs for long, so nothing of the release before can be in them.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table nodes (
        id uuid primary key,
        holds_all boolean not null,
        machine_hash bytea,
        process_id integer not null,
        lease_until timestamptz not null
      )`.execute(db);
    await sql`
      create table place_leases (
        node_id uuid not null references nodes on delete cascade,
        key_hash bytea not null,
        places integer not null,
        ends_at timestamptz,
        primary key (key_hash, node_id)
      )`.execute(db);
    await sql`create index place_leases_node on place_leases (node_id)`.execute(db);
  },
};
