import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table domains
    alter column dkim_key_sealed drop not null,
    alter column dkim_selector drop not null,
    alter column position drop not null,
    drop constraint domains_name_key,
    add column kind text not null default 'shared' check (kind in ('shared', 'own', 'sub')),
    add column state text not null default 'verified' check (state in ('unverified', 'verified', 'failing', 'lost')),
    add column owner_id uuid references users on delete set null,
    add column takes_mail boolean not null default true,
    add column checks_sealed bytea,
    add column checked_at timestamptz,
    add column next_check_at timestamptz,
    add column contradicted_since timestamptz,
    add column changed_at timestamptz,
    add column catch_all text not null default 'off' check (catch_all in ('off', 'all', 'rules')),
    add constraint domains_shared_signs check (kind <> 'shared' or
      (dkim_key_sealed is not null and dkim_selector is not null and position is not null))`,
  `create unique index domains_name_held on domains (name) where state in ('verified', 'failing')`,
  `create unique index domains_name_owner on domains (name, owner_id) where owner_id is not null`,
  `create unique index domains_name_sub on domains (name) where kind = 'sub'`,
  `create index domains_name on domains (name)`,
  `create index domains_next_check on domains (next_check_at) where next_check_at is not null`,
  `create index domains_shared on domains (position, name) where kind = 'shared'`,
  `create table domain_members (
    domain_id uuid not null references domains on delete cascade,
    user_id uuid not null references users on delete cascade,
    role text not null check (role in ('admin', 'maker')),
    id uuid not null unique default gen_random_uuid(),
    label_sealed bytea,
    created_at timestamptz not null default now(),
    primary key (domain_id, user_id))`,
  `create index domain_members_user on domain_members (user_id)`,
  `create table domain_invitations (
    id uuid primary key,
    token_hash bytea not null unique,
    domain_id uuid not null references domains on delete cascade,
    role text not null check (role in ('admin', 'maker')),
    label_sealed bytea not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now())`,
  `create index domain_invitations_domain on domain_invitations (domain_id)`,
  `create table domain_targets (
    domain_id uuid not null references domains on delete cascade,
    target_id uuid not null references targets on delete cascade,
    position integer not null,
    primary key (domain_id, target_id))`,
  `create index domain_targets_target on domain_targets (target_id)`,
];

/**
 * Domains of accounts beside the shared ones: names are unique only among those that are proven, and no domain of an
 * account has a key of its own. Where new addresses of a domain forward to.
 */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
