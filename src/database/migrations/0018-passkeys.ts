import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table passkeys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    credential_hash bytea not null unique,
    credential_sealed bytea not null,
    public_key bytea not null,
    algorithm int not null,
    counter bigint not null,
    transports text not null,
    backup_eligible boolean not null,
    backed_up boolean not null,
    name_sealed bytea not null,
    created_at timestamptz not null default now(),
    last_used_on date)`,
  `create index passkeys_user on passkeys (user_id)`,
  `alter table users
    add column passkey_factor_at timestamptz,
    add column first_name_sealed bytea,
    add column last_name_sealed bytea,
    add column profile_image_url_sealed bytea`,
  `alter table wallet_challenges
    add column purpose text not null default 'wallet',
    add column user_id uuid`,
  `create index recovery_codes_code on recovery_codes (code_hash)`,
];

/** Passkeys, challenges for them beside those for wallets, recovery codes that name their account, and the profile. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
