import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createFindAlias } from '#core/aliases/standing/find-alias.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

const domains = 300;
const otherNames = 5000;

let test: TestCore;

beforeAll(async () => {
  test = await createTestCore();
  const { id: userId } = (await signUp(test.core, 'ann@home.example')).user;
  const { pool } = test.core.database;
  await pool.query(
    `insert into domains (id, name, kind, state, changed_at, owner_id)
     select gen_random_uuid(), 'own-' || n || '.example', 'own', 'verified', now(), $1 from generate_series(1, $2::integer) n`,
    [userId, domains],
  );
  // One name on each domain, among many that do not repeat.
  await pool.query(
    `insert into aliases (id, user_id, domain_id, local_part) select gen_random_uuid(), $1, id, 'info' from domains where kind = 'own'`,
    [userId],
  );
  await pool.query(
    `insert into aliases (id, user_id, domain_id, local_part)
     select gen_random_uuid(), $1, (select id from domains where name = 'kauke.test'), 'name-' || n from generate_series(1, $2::integer) n`,
    [userId, otherNames],
  );
  await pool.query('analyze');
});
afterAll(() => test.drop());

/** What the look-up asks PostgreSQL. */
async function catchStatement(domainName: string): Promise<{ readonly text: string; readonly values: unknown[] }> {
  const asked = vi.spyOn(Client.prototype, 'query');
  await createFindAlias(test.core.database, test.core.keys, test.core.clock)({ local: 'info', domainName });
  const caught: unknown = asked.mock.calls.map(([first]) => first as unknown).at(-1);
  asked.mockRestore();
  return caught as { text: string; values: unknown[] };
}

/** How many rows of aliases this connection has read so far. */
async function countRead(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ read: number }>(
    `select (idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables where relname = 'aliases'`,
  );
  return rows[0]?.read ?? 0;
}

it('an alias whose name each domain has is found without reading those of the others', async () => {
  const { text, values } = await catchStatement('own-7.example');
  const client = await test.core.database.pool.connect();
  try {
    await client.query('begin');
    // As all look-ups but the first few of a connection.
    await client.query('set local plan_cache_mode = force_generic_plan');
    const before = await countRead(client);
    const { rows } = await client.query({ name: 'plan-of-find-aliases', text, values });
    expect(rows).toHaveLength(1);
    expect((await countRead(client)) - before).toBe(1);
    await client.query('rollback');
  } finally {
    client.release();
  }
});
