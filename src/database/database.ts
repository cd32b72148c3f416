import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { Tables } from '#database/tables.ts';

export type Db = Kysely<Tables>;

/** The one way to the data. `db` for everything, `pool` for the few prepared statements of the hot path. */
export interface Database {
  readonly db: Db;
  readonly pool: Pool;
}

/** Statements on the connections of `pool`. */
function createDb(pool: PostgresPool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
}

/** Statements on one connection, which stays the caller's, with the transaction that it is in. */
export function createDbOn(client: ClientBase): Db {
  const held = { query: client.query.bind(client), release: () => {} };
  return createDb({ options: {}, connect: async () => held, end: async () => {} });
}

export function createDatabase(pool: Pool): Database {
  return { db: createDb(pool), pool };
}

/** Whether a statement failed because another row holds the same unique value (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

/** A number for an advisory lock, as any would do. */
export function lockOf(name: string): string {
  return createHash('sha256').update(name).digest().readBigInt64BE().toString();
}

/**
 * Does what one process at a time does, over all nodes, by an advisory lock (a bigint); nothing while another one is at it.
 * @returns whether it was done.
 */
export function inTurn({ db }: Pick<Database, 'db'>, lock: string, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_lock(${lock}::bigint) as ours`.execute(connection);
    if (rows[0]?.ours !== true) return false;
    try {
      await work();
    } finally {
      // With its connection the lock is lost, too.
      await sql`select pg_advisory_unlock(${lock}::bigint)`.execute(connection).catch(() => {});
    }
    return true;
  });
}
