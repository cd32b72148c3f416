import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const watched = ['users', 'aliases', 'targets', 'api_keys', 'smtp_credentials', 'passkeys'];

const statements = [
  `create table deletions (
    kind text not null,
    row_id uuid not null,
    deleted_at timestamptz not null,
    primary key (kind, row_id))`,
  `create index deletions_deleted_at on deletions (deleted_at)`,
  `create table delivery_hold (since timestamptz not null)`,
  // Whoever reads the journal learns no id, which opens what can come back.
  `create function hashed_id(id uuid) returns uuid language sql immutable as $$
    select encode(substring(sha256(uuid_send(id)) from 1 for 16), 'hex')::uuid $$`,
  `create function note_erased() returns trigger language plpgsql as $$
    begin
      insert into deletions select tg_table_name, hashed_id(id), now() from erased on conflict do nothing;
      return null;
    end $$`,
  // An alias can be made again under the id it had.
  `create function note_made() returns trigger language plpgsql as $$
    begin
      delete from deletions d using made where d.kind = tg_table_name and d.row_id = hashed_id(made.id);
      return null;
    end $$`,
  ...watched.flatMap((table) => [
    `create trigger note_erased after delete on ${table} referencing old table as erased
      for each statement execute function note_erased()`,
    `create trigger note_made after insert on ${table} referencing new table as made
      for each statement execute function note_made()`,
  ]),
  // What its owner has deleted and may still take back: the row stays.
  `create function note_given_up() returns trigger language plpgsql as $$
    begin
      delete from deletions where kind = tg_argv[0] and row_id = hashed_id(new.id);
      insert into deletions select tg_argv[0], hashed_id(new.id), given_up::timestamptz
        from (select to_jsonb(new) ->> tg_argv[1] as given_up) since where given_up is not null;
      return null;
    end $$`,
  `create trigger note_binned after update of binned_at on aliases
    for each row when (old.binned_at is distinct from new.binned_at) execute function note_given_up('binned', 'binned_at')`,
  `create trigger note_leaving after update of leaving_at on users
    for each row when (old.leaving_at is distinct from new.leaving_at) execute function note_given_up('leaving', 'leaving_at')`,
];

/**
 * What was deleted since a backup was made, so that its restore does not bring it back: noted by the database itself, in
 * the transaction that deletes. And whether what was restored may send mail yet.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
