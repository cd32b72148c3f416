import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportReport } from '#contract/export.ts';
import { importAliases, type Importer } from '#core/accounts/import/import-aliases.ts';
import { placeTombstone } from '#core/aliases/tombstones.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let importer: Importer;
let calls: string[];

beforeEach(async () => {
  test = await createTestCore();
  calls = [];
  importer = { user: (await signUp(test.core, 'ann@example.com')).user, ip: '192.0.2.1' };
});
afterEach(() => test.drop());

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}
function file(rows: readonly string[]): string {
  return ['alias,domain,forward_to', ...rows].join('\n');
}
function run(csv: string, dryRun = false): Promise<ImportReport> {
  const send = async ({ url }: { url: string }) => {
    calls.push(url);
    return { kind: 'failed', fault: 'no-address' } as const;
  };
  return importAliases({ ...test.core, webhooks: { send } }, importer, { csv, domain: 'kauke.test', dryRun });
}

/** One alias for each twenty URLs. */
function webhookRows(count: number): string[] {
  return names('hooks', count / 20).map((name) => {
    const urls = names(name, 20).map((path) => `https://hooks.kauke-receiver.net/${path}`);
    return `${name},kauke.test,"${urls.join(',')}"`;
  });
}

/** Addresses that somebody gave up. */
async function giveUp(localParts: readonly string[]): Promise<void> {
  const { user } = await signUp(test.core, 'eve@example.com', '198.51.100.1');
  for (const localPart of localParts) {
    const address = `${localPart}@kauke.test`;
    const givenUp = { userId: user.id, address, ofDomain: null, used: true };
    await placeTombstone(test.core.database.db, test.core.keys, givenUp, new Date(test.core.clock.now()));
  }
}

describe('an import of many targets', () => {
  it('calls no more webhooks than an account may have called, and leaves the database to everybody meanwhile', async () => {
    expect(await run(file(webhookRows(400)))).toMatchObject({ created: 20 });
    expect(test.core.database.pool.waitingCount).toBeLessThanOrEqual(4);
    await expect.poll(() => calls.length).toBe(60);
    const targets = await listTargets(test.core, importer.user.id);
    expect(targets.filter(({ kind, state }) => kind === 'webhook' && state === 'pending')).toHaveLength(400);
  });

  it('makes no more of them than an account may have, and says so at each row', async () => {
    const report = await run(file([...webhookRows(520), 'plain,kauke.test,ann@example.com']), true);
    expect(report).toMatchObject({ created: 25, skipped: 2 });
    expect(report.rows.find(({ outcome }) => outcome !== 'created')).toMatchObject({
      outcome: 'invalid',
      message: 'An account may have 500 inboxes and webhooks. Delete one you no longer use first.',
    });
  });
});

describe('what an import tells of addresses of others', () => {
  const given = names('given', 201);
  const rows = (from: number, to: number): string =>
    file(given.slice(from, to).map((name) => `${name},kauke.test,ann@example.com`));
  beforeEach(() => giveUp(given));

  it('is at most 200 of them a day, dry runs and real ones together', async () => {
    await expect(run(rows(0, 201), true)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await run(rows(0, 150), true)).toMatchObject({ created: 0, skipped: 150 });
    const made = `${rows(150, 201)}\nmine,kauke.test,ann@example.com`;
    await expect(run(made)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Imports may meet 200 unavailable names a day. Please import fewer rows, or wait.',
      details: { resetTime: new Date(test.core.clock.now() + dayMs) },
    });
    const aliases = await test.core.database.db.selectFrom('aliases').select('id').execute();
    expect(aliases).toEqual([]);
    expect(await run(rows(150, 200))).toMatchObject({ skipped: 50 });
    test.advance(dayMs);
    expect(await run(made)).toMatchObject({ created: 1, skipped: 51 });
  });
});

describe('a part of a file', () => {
  const before = { rows: 400, lines: 900, created: 0, domains: [] };
  const bring = (rows: readonly string[], more: object) =>
    importAliases(test.core, importer, { csv: file(rows), domain: 'kauke.test', dryRun: true, ...more });
  const one = 'one,kauke.test,ann@example.com';

  it('is told by the rows and lines of the whole', async () => {
    expect((await bring([one], { before })).rows).toMatchObject([{ row: 402, outcome: 'created' }]);
    await expect(bring([one, 'two'], { before })).rejects.toMatchObject({
      details: { errors: { csv: ['Line 903 has another number of fields than the header'] } },
    });
  });

  it('makes no alias elsewhere that is for a domain of its file or its account which is not proven yet', async () => {
    const rows = ['mine,own.example,ann@example.com'];
    expect((await bring(rows, {})).rows).toMatchObject([{ alias: 'mine@kauke.test', outcome: 'created' }]);
    const unproven = { alias: 'mine@own.example', outcome: 'invalid' };
    expect((await bring(rows, { before: { ...before, domains: ['own.example'] } })).rows).toMatchObject([unproven]);
    expect(await bring(['*,own.example,'], { dryRun: false })).toMatchObject({ domains: ['own.example'] });
    expect((await bring(rows, { before, dryRun: false })).rows).toMatchObject([unproven]);
  });

  it('has in a dry run what room the parts before it leave', async () => {
    await test.core.database.db.updateTable('users').set({ aliasQuota: 10 }).execute();
    expect(await bring([one], { before: { ...before, created: 9 } })).toMatchObject({ created: 1 });
    expect(await bring([one], { before: { ...before, created: 10 } })).toMatchObject({ created: 0, skipped: 1 });
    // What they made is counted by itself.
    const real = { before: { ...before, created: 10 }, dryRun: false };
    expect(await bring([one], real)).toMatchObject({ created: 1 });
  });

  it('counts as one use of 400 an hour, and a large file as one for every 500 rows', async () => {
    const used = async () => {
      const uses = test.core.database.db.selectFrom('rateLimits').select('count').where('actionType', '=', 'import');
      return (await uses.executeTakeFirst())?.count;
    };
    await bring([one], { before });
    expect(await used()).toBe(1);
    await bring(Array<string>(501).fill(one), {});
    expect(await used()).toBe(3);
    await test.core.database.db.updateTable('rateLimits').set({ count: 399 }).execute();
    await expect(bring(Array<string>(501).fill(one), {})).rejects.toMatchObject({ code: 'rate_limited' });
    test.advance(dayMs);
    expect(await bring([one], { before })).toMatchObject({ created: 1 });
  });
});

it('imports make at most 10,000 aliases a day; a dry run makes none', async () => {
  const { db } = test.core.database;
  expect(await run(file(['first,kauke.test,ann@example.com']))).toMatchObject({ created: 1 });
  await db.updateTable('rateLimits').set({ count: 9_999 }).where('actionType', '=', 'imported_aliases').execute();
  const two = file(names('more', 2).map((name) => `${name},kauke.test,ann@example.com`));
  expect(await run(two, true)).toMatchObject({ created: 2 });
  await expect(run(two)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await run(file(['last,kauke.test,ann@example.com']))).toMatchObject({ created: 1 });
});

it('a large import leaves PostgreSQL knowing its tables; a small one and a dry run ask nothing of it', async () => {
  const analyzed = async (): Promise<string[]> => {
    const { rows } = await test.core.database.pool.query<{ relname: string }>(`
      select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where nspname = 'public' and relkind = 'r' and reltuples > 0 order by relname`);
    return rows.map(({ relname }) => relname);
  };
  const rows = names('many', 250).map((name) => `${name},kauke.test,ann@example.com`);
  await run(file(rows), true);
  await run(file(rows.slice(0, 10)));
  expect(await analyzed()).toEqual([]);
  await run(file(names('more', 250).map((name) => `${name},kauke.test,ann@example.com`)));
  expect(await analyzed()).toEqual(['alias_targets', 'aliases', 'targets']);
});

it('an import stands where PostgreSQL may not be asked to look at its tables', async () => {
  const { database } = test.core;
  const query = vi.spyOn(database.pool, 'query').mockRejectedValue(new Error('permission denied'));
  const rows = names('many', 250).map((name) => `${name},kauke.test,ann@example.com`);
  expect(await run(file(rows))).toMatchObject({ created: 250 });
  expect(query).toHaveBeenCalledWith(expect.stringContaining('analyze'));
  query.mockRestore();
});
