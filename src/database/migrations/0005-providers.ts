import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const states = `('live', 'setting_up', 'taken', 'plan_limit', 'refused')`;

const statements = [
  `alter table aliases
    add column improvmx_id text,
    add column provider_state text not null default 'live' check (provider_state in ${states})`,
  `alter table smtp_credentials
    add column at_provider boolean not null default false,
    add column provider_state text not null default 'live' check (provider_state in ${states})`,
  `alter table domains add column provider_ready_at timestamptz`,
  // Refers to nothing: what a deleted account leaves at the provider still has to go there.
  `create table provider_changes (
    kind text not null check (kind in ('domain', 'alias', 'credential')),
    address text not null,
    revision bigint not null default 1,
    ours boolean not null default false,
    password_sealed bytea,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    lease_id uuid,
    lease_until timestamptz,
    created_at timestamptz not null default now(),
    primary key (kind, address))`,
  `create index provider_changes_due on provider_changes (next_attempt_at)`,
];

/** What a forwarding provider elsewhere has to be told, and how far it knows of each alias. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
