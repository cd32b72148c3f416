import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table moves (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    service text not null check (service in ('simplelogin', 'addy', 'forward-email', 'improvmx', 'firefox-relay')),
    stage text not null check (stage in ('reading', 'planned', 'running', 'undoing')),
    sealed bytea not null,
    trouble text check (trouble in ('busy', 'unreachable', 'unreadable', 'too_many')),
    failures integer not null default 0,
    wait_until timestamptz,
    lease_id uuid,
    lease_until timestamptz,
    ran_at timestamptz,
    touched_at timestamptz not null,
    created_at timestamptz not null)`,
  `create index moves_user on moves (user_id, created_at)`,
  `create index moves_touched on moves (touched_at)`,
  `create table move_items (
    id uuid primary key,
    move_id uuid not null references moves on delete cascade,
    position integer not null,
    address_hash bytea not null,
    sealed bytea not null,
    verdict text check (verdict in ('new', 'clash', 'cannot')),
    reason text,
    outcome text check (outcome in ('made', 'kept')),
    alias_id uuid references aliases on delete set null,
    unique (move_id, address_hash))`,
  `create index move_items_position on move_items (move_id, position)`,
  `create index move_items_alias on move_items (alias_id) where alias_id is not null`,
  `create table site_changes (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    service text not null check (service in ('simplelogin', 'addy', 'forward-email', 'improvmx', 'firefox-relay')),
    alias_id uuid not null references aliases on delete cascade,
    old_sealed bytea not null,
    old_hash bytea not null,
    done boolean not null default false,
    position integer not null,
    created_at timestamptz not null,
    unique (user_id, old_hash))`,
  `create index site_changes_alias on site_changes (alias_id)`,
];

/** Moves from other services: what was read there, and the checklist of addresses that are to be changed at their sites. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
