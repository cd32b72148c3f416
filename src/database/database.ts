import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '#database/tables.ts';

export type Db = Kysely<Tables>;

/** The one way to the data. `db` for everything, `pool` for the few prepared statements of the hot path. */
export interface Database {
  readonly db: Db;
  readonly pool: Pool;
}

/** Statements on the connections of `pool`. */
export function createDb(pool: PostgresPool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
}

export function createDatabase(pool: Pool): Database {
  return { db: createDb(pool), pool };
}

/** Whether a statement failed because another row holds the same unique value (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
