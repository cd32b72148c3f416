import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table domains add column rules_revision integer not null default 0`,
  `create table domain_rules (
    id uuid primary key,
    domain_id uuid not null references domains on delete cascade,
    position integer not null,
    sealed bytea not null,
    unique (domain_id, position))`,
  `create table domain_rule_targets (
    rule_id uuid not null references domain_rules on delete cascade,
    target_id uuid not null references targets on delete cascade,
    position integer not null,
    primary key (rule_id, target_id))`,
  `create index domain_rule_targets_target on domain_rule_targets (target_id)`,
  `alter table aliases
    add column expected_senders bytea,
    add column other_sender bytea,
    add column other_sender_on date`,
];

/** What becomes of mail to names that are no alias, and who is known to write to an alias. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
