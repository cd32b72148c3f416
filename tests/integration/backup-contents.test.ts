import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseBackupPublicKey } from '#config/backup-public-key.ts';
import { StartError } from '#config/start-error.ts';
import { inspectBackup, restoreBackup, type SealedBackup } from '#core/backups/restore-backup.ts';
import { writeBackup } from '#core/backups/write-backup.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { userEmailContext } from '#core/user-row.ts';
import { writeBackupFile } from '#database/backup/backup-file.ts';
import { makeBackupKeyPair, readBackupKey } from '#database/backup/backup-key.ts';
import { listTables, readRows } from '#database/backup/table-rows.ts';
import type { Database } from '#database/database.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '#support/database.ts';
import { loadDump } from '../upgrade/dump-database.ts';
import type { ReleaseData } from '../upgrade/release-data.ts';

const release = join(import.meta.dirname, '../upgrade/first-wave');
const pair = makeBackupKeyPair();
const publicKey = parseBackupPublicKey(pair.publicKey) ?? Buffer.alloc(0);
const programsOfNow = ['nodes', 'place_leases', 'sessions', 'delivery_hold'];
const mailTables = ['outgoing_notices', 'spool_chunks', 'spool_deliveries', 'spool_headers', 'spool_messages'];

/** A database with a bit of everything, mail that waits included. */
let from: TestDatabase;
let secretKey: Buffer;
let folder: string;
let to: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-backups-'));
  await writeFile(join(folder, 'key'), pair.privateKey);
  const data = JSON.parse(await readFile(join(release, 'data.json'), 'utf8')) as ReleaseData;
  secretKey = Buffer.from(data.secretKey, 'base64');
  from = await createEmptyTestDatabase();
  await loadDump(
    from.database,
    await readFile(join(release, 'dump.sql'), 'utf8'),
    systemClock.now() - Date.parse(data.madeAt),
  );
  await migrateDatabase(from.database);
});
afterAll(async () => {
  await from.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  to = await createEmptyTestDatabase();
});
afterEach(() => to.drop());

/** Each table as sorted lines. */
async function readAll({ db }: Database): Promise<Record<string, string[]>> {
  return db.transaction().execute(async (all) => {
    const found: Record<string, string[]> = {};
    for (const table of await listTables(all)) {
      found[table] = [];
      for await (const rows of readRows(all, table, null)) found[table].push(...rows);
      found[table].sort();
    }
    return found;
  });
}

function without(tables: Record<string, string[]>, names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !names.includes(name)));
}

let files = 0;
async function backUp(options: { withMail?: boolean } = {}): Promise<SealedBackup> {
  const path = join(folder, `backup-${(files += 1)}`);
  await writeBackup(from.database, { kind: 'backup', withMail: false, secretKey, ...options }, { path, publicKey });
  return { path, privateKey: await readBackupKey(join(folder, 'key')) };
}

async function writeJournal(): Promise<SealedBackup> {
  const path = join(folder, `journal-${(files += 1)}`);
  await writeBackup(from.database, { kind: 'deletions' }, { path, publicKey });
  return { path, privateKey: await readBackupKey(join(folder, 'key')) };
}

function restore(backup: SealedBackup, parts: Partial<Parameters<typeof restoreBackup>[0]> = {}): Promise<void> {
  const place = { database: to.database, secretKey: null, random: systemRandom };
  const beforeCommit = async (): Promise<void> => {};
  return restoreBackup({ ...place, backup, journal: null, failure: 'Nothing was done', beforeCommit, ...parts });
}

async function countTables({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
  return rows[0]?.count ?? -1;
}

describe('a restored backup', () => {
  it('holds every row as it was, with the mail that waits only if it was asked for', async () => {
    const before = await readAll(from.database);
    expect(before['spool_deliveries']).not.toEqual([]);
    const backup = await backUp({ withMail: true });
    await restore(backup);
    expect(without(await readAll(to.database), programsOfNow)).toEqual(without(before, programsOfNow));
    const { counts } = await inspectBackup(backup);
    for (const [table, count] of Object.entries(counts)) expect([table, count]).toEqual([table, before[table]?.length]);

    await to.drop();
    to = await createEmptyTestDatabase();
    await restore(await backUp());
    const after = await readAll(to.database);
    const left = [...programsOfNow, ...mailTables, 'keys'];
    expect(without(after, left)).toEqual(without(before, left));
    for (const table of mailTables) expect([table, after[table]]).toEqual([table, []]);
    expect(after['keys']).toEqual(before['keys']?.filter((row) => !row.includes('"purpose":"spool"')));
    expect(after['sessions']).toEqual([]);
    expect(after['delivery_hold']).toHaveLength(1);
  });

  it('has the schema of the original, and gives no number twice', async () => {
    const shapes = async ({ db }: Database) =>
      (
        await sql`select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace order by 1, 2`.execute(db)
      ).rows;
    const fresh = await createTestDatabase();
    await restore(await backUp());
    expect(await shapes(to.database)).toEqual(await shapes(fresh.database));
    await fresh.drop();
    const next = async ({ db }: Database): Promise<number> => {
      const { rows } = await sql<{ next: string }>`
        select nextval(pg_get_serial_sequence('aliases', 'number')) as next`.execute(db);
      return Number(rows[0]?.next);
    };
    const given = await next(from.database);
    expect(await next(to.database)).toBeGreaterThan(given + 1_000);
  });

  it('opens with its own SECRET_KEY, and with another one where the new place has it', async () => {
    const openEmail = async ({ database }: TestDatabase, key: Buffer): Promise<string> => {
      const keys = await openKeyRing({ database, secretKey: key, random: systemRandom });
      const row = await database.db
        .selectFrom('users')
        .selectAll()
        .where('emailSealed', 'is not', null)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow();
      return keys.open(userEmailContext(row.id), row.emailSealed ?? Buffer.alloc(0)).toString();
    };
    const backup = await backUp();
    const email = await openEmail(from, secretKey);
    let kept: Buffer = Buffer.alloc(0);
    await restore(backup, {
      beforeCommit: async (key) => {
        kept = key;
      },
    });
    expect(kept).toEqual(secretKey);
    expect(await openEmail(to, kept)).toBe(email);

    await to.drop();
    to = await createEmptyTestDatabase();
    const other = randomBytes(32);
    await restore(backup, { secretKey: other });
    expect(await openEmail(to, other)).toBe(email);
    await expect(openEmail(to, secretKey)).rejects.toThrow('SECRET_KEY does not open');
  });

  it('is not made with a SECRET_KEY that opens nothing', async () => {
    const path = join(folder, 'unreadable');
    const wanted = { kind: 'backup', withMail: false, secretKey: Buffer.alloc(32, 1) } as const;
    await expect(writeBackup(from.database, wanted, { path, publicKey })).rejects.toThrow('SECRET_KEY does not open');
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});

describe('a restore that cannot be finished', () => {
  it('leaves the database as empty as it was', async () => {
    const failing = { beforeCommit: () => Promise.reject(new Error('no space for the key')) };
    await expect(restore(await backUp(), failing)).rejects.toThrow('no space for the key');
    expect(await countTables(to.database)).toBe(0);
    const journal = await writeJournal();
    await expect(restore(journal)).rejects.toThrow('This file is a journal of deletions, not a backup.');
    await expect(inspectBackup(await backUp(), 'deletions')).rejects.toThrow('This file is a backup, not a journal');
    expect(await countTables(to.database)).toBe(0);
  });

  it('does not begin in a database that holds anything', async () => {
    await sql`create table mine (one integer)`.execute(to.database.db);
    await expect(restore(await backUp())).rejects.toThrow('The database is not empty');
  });

  it.each([
    ['no value of its column', 'users', '{"id":"ann"}', /invalid input syntax for type uuid/u],
    ['half a row', 'users', '{"id":', /SyntaxError/u],
    [
      'a row without the one it belongs to',
      'operators',
      '{"user_id":"018f3f5e-0000-7000-8000-000000000001"}',
      /violates foreign key constraint/u,
    ],
  ])('tells in one line of a file that holds %s, and does nothing', async (_, table, row, reason) => {
    const backup = await backUp();
    const { manifest } = await inspectBackup(backup);
    const lines = [JSON.stringify(manifest), `#{"table":"${table}"}`, row, `#{"rows":{"${table}":1}}`];
    const forged = { ...backup, path: `${backup.path}-forged` };
    const batches = async function* () {
      yield lines;
    };
    await writeBackupFile(forged.path, publicKey, batches());
    const failure: unknown = await restore(forged).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/: Nothing was done: [^\n]+\.$/u);
    expect(String(failure)).toMatch(reason);
    expect(await countTables(to.database)).toBe(0);
  });

  it('refuses a backup of a newer release', async () => {
    const { db } = from.database;
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2027')`.execute(db);
    const backup = await backUp();
    await sql`delete from kysely_migration where name = '9999-future'`.execute(db);
    await expect(inspectBackup(backup)).rejects.toThrow('was made by a newer release (9999-future)');
  });
});

describe('the journal of deletions', () => {
  it('keeps deleted what was deleted after the backup, and nothing else', async () => {
    const { db } = from.database;
    const backup = await backUp();
    const aliases = await db
      .selectFrom('aliases')
      .selectAll()
      .where('binnedAt', 'is', null)
      .orderBy('createdAt')
      .execute();
    const [erased, binned, again] = aliases;
    if (erased === undefined || binned === undefined || again === undefined) throw new Error('too few aliases');
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('id', '!=', erased.userId)
      .orderBy('createdAt')
      .execute();
    const [gone, leaving] = users;
    const now = new Date(systemClock.now());
    const inbox = await db
      .selectFrom('targets')
      .selectAll()
      .where('confirmedAt', 'is not', null)
      .where('userId', '=', erased.userId)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('aliases').where('id', '=', erased.id).execute();
    await db.deleteFrom('apiKeys').execute();
    await db
      .insertInto('tombstones')
      .values({ addressHash: randomBytes(34), ownerHash: randomBytes(34), createdAt: now })
      .execute();
    await db
      .updateTable('aliases')
      .set({ binnedAt: now, binEndsAt: now })
      .where('id', 'in', [binned.id, again.id])
      .execute();
    await db.updateTable('aliases').set({ binnedAt: null, binEndsAt: null }).where('id', '=', again.id).execute();
    await db
      .deleteFrom('users')
      .where('id', '=', gone?.id ?? '')
      .execute();
    await db
      .updateTable('users')
      .set({ leavingAt: now })
      .where('id', '=', leaving?.id ?? '')
      .execute();
    await db.insertInto('stoppedAddresses').values({ addressHash: inbox.valueHash, createdAt: now }).execute();

    await restore(backup, { journal: await writeJournal() });
    const after = to.database.db;
    const kept = await after.selectFrom('aliases').selectAll().execute();
    expect(kept.find(({ id }) => id === erased.id)).toBeUndefined();
    expect(kept.find(({ id }) => id === binned.id)).toMatchObject({ binnedAt: now });
    expect(kept.find(({ id }) => id === again.id)).toMatchObject({ binnedAt: null });
    expect(await after.selectFrom('apiKeys').selectAll().execute()).toEqual([]);
    const accounts = await after.selectFrom('users').select(['id', 'leavingAt']).execute();
    expect(accounts.find(({ id }) => id === gone?.id)).toBeUndefined();
    expect(accounts.filter(({ leavingAt }) => leavingAt !== null)).toEqual([{ id: leaving?.id, leavingAt: now }]);
    const stopped = await after.selectFrom('targets').select('confirmedAt').where('id', '=', inbox.id).execute();
    expect(stopped).toEqual([{ confirmedAt: null }]);
    const tombstones = await after.selectFrom('tombstones').selectAll().execute();
    expect(tombstones).toHaveLength((await db.selectFrom('tombstones').selectAll().execute()).length);
  });
});
