import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const states = `('live', 'setting_up', 'taken', 'plan_limit', 'refused', 'absent')`;

const statements = [
  `alter table domains add column provider_compared_at timestamptz`,
  `alter table aliases drop constraint aliases_provider_state_check`,
  `alter table aliases add constraint aliases_provider_state_check check (provider_state in ${states}) not valid`,
];

/** When a forwarding provider elsewhere was last compared with the rows here, and aliases that are not there, as they should be. */
export const migration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
