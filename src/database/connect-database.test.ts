import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#database/connect-database.ts';
import { startDatabaseGate } from '#support/database-gate.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { silentLog } from '#support/silent-log.ts';

let test: TestDatabase;
/** Takes connections and never answers. */
const silent = createServer();
/** What came of a connection to it. It takes ten seconds, in which the other tests run. */
let silence: Promise<unknown>;

function silentPort(): number {
  return (silent.address() as AddressInfo).port;
}

beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  silence = connectDatabase(`postgres://u:hunter2@127.0.0.1:${silentPort()}/x`, silentLog).catch(
    (error: unknown) => error,
  );
  test = await createTestDatabase();
});
afterAll(async () => {
  await silence;
  silent.close();
  await test.drop();
});

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** The answer of a PostgreSQL server (protocol 3.0) to the query about its settings. */
function settingsAnswer(values: readonly [version: string, ...others: string[]]): Buffer {
  const texts = ['fsync', 'commit'];
  const describeColumn = (name: string, type: number): Buffer => {
    const fixed = Buffer.alloc(18);
    fixed.writeInt32BE(type, 6);
    return Buffer.concat([Buffer.from(`${name}\0`), fixed]);
  };
  const valueOf = (value: string): Buffer => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(value.length);
    return Buffer.concat([length, Buffer.from(value)]);
  };
  const count = Buffer.from([0, values.length]);
  return Buffer.concat([
    message(
      'T',
      Buffer.concat([count, describeColumn('version', 23), ...texts.map((name) => describeColumn(name, 25))]),
    ),
    message('D', Buffer.concat([count, ...values.map(valueOf)])),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ]);
}

/** A server of a version or setting that cannot be had here, as far as the first question. */
async function withServer(
  {
    version = '180004',
    fsync = 'on',
    commit = 'on',
    greeting = Buffer.alloc(0),
  }: { version?: string; fsync?: string; commit?: string; greeting?: Buffer },
  use: (url: string) => Promise<void>,
): Promise<void> {
  const authenticated = Buffer.concat([message('R', Buffer.alloc(4)), greeting, message('Z', Buffer.from('I'))]);
  const server = createServer((socket: Socket) => {
    socket.once('data', () => {
      socket.write(authenticated);
      socket.on('data', (data) => {
        if (data[0] === 'Q'.charCodeAt(0)) socket.write(settingsAnswer([version, fsync, commit]));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  await use(`postgres://u:hunter2@127.0.0.1:${port}/x`);
  server.close();
  await once(server, 'close');
}

describe('connectDatabase', () => {
  it('opens a pool that commits durably', async () => {
    const { rows } = await test.database.pool.query('show synchronous_commit');
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });

  it('survives a server that ends a connection between two queries of a transaction', async () => {
    const { db, pool } = await connectDatabase(test.url, silentLog);
    const client = await pool.connect();
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await db.destroy();
  });

  it('refuses a server older than PostgreSQL 15', async () => {
    await withServer({ version: '140011' }, async (url) => {
      await expect(connectDatabase(url, silentLog)).rejects.toThrow(
        'DATABASE_URL: the server is PostgreSQL 14; version 15 or newer is needed.',
      );
    });
  });

  it('refuses a server that does not wait for its disk', async () => {
    await withServer({ fsync: 'off' }, async (url) => {
      await expect(connectDatabase(url, silentLog)).rejects.toThrow(/^DATABASE_URL: the server runs with fsync = off/u);
    });
  });

  it('refuses a server that does not wait for its log', async () => {
    await withServer({ commit: 'off' }, async (url) => {
      await expect(connectDatabase(url, silentLog)).rejects.toThrow(
        /^DATABASE_URL: the server runs with synchronous_commit = off/u,
      );
    });
  });

  it('refuses a pooler that hands queries to another server process than it greeted as', async () => {
    await withServer({ greeting: message('K', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])) }, async (url) => {
      await expect(connectDatabase(url, silentLog)).rejects.toThrow(/^DATABASE_URL: a connection pooler such as/u);
    });
  });

  it('refuses a pooler that refuses what connections set', async () => {
    const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
    await withServer({ greeting: message('E', Buffer.from(refusal)) }, async (url) => {
      await expect(connectDatabase(url, silentLog)).rejects.toThrow(/^DATABASE_URL: a connection pooler such as/u);
    });
  });

  it('says in one line that nothing listens', async () => {
    await expect(connectDatabase('postgres://u:hunter2@127.0.0.1:1/x', silentLog)).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\.$/u,
    );
  });

  it('says in one line that the password is wrong, without the password', async () => {
    const url = new URL(test.url);
    url.password = 'hunter2';
    await expect(connectDatabase(url.href, silentLog)).rejects.toThrow(
      /cannot be reached \(password authentication failed for user "kauke"\)\.$/u,
    );
  });
});

describe('a database that vanishes without a word', () => {
  it('fails queries after a while, also within transactions, and serves again when it is back', async () => {
    const gate = await startDatabaseGate(test.url);
    const { db, pool } = await connectDatabase(gate.url, silentLog, 3_000);
    // As many connections as are asked for below: to open one is another wait.
    await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.1)')));
    gate.hush();
    const inTransaction = db.transaction().execute((transaction) => sql`select 1`.execute(transaction));
    const asked = await Promise.allSettled([pool.query('select 1'), sql`select 1`.execute(db), inTransaction]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    gate.resume();
    await pool.query('select 1');
    await db.transaction().execute((transaction) => sql`select 1`.execute(transaction));
    await db.destroy();
    await gate.cut();
  });

  it('gives up connections that got no answer, so that a server in the same place serves at once', async () => {
    const gate = await startDatabaseGate(test.url);
    const { db, pool } = await connectDatabase(gate.url, silentLog, 3_000);
    const ask = (): Promise<unknown> => sql`select 1`.execute(db);
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(db)));
    gate.hush();
    await Promise.allSettled([1, 2, 3].map(ask));
    gate.takeOver();
    await Promise.all([1, 2, 3, 4].map(ask));
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await db.destroy();
    await gate.cut();
  });
});

describe('a connection that is held without a question', () => {
  it('is kept for as long as its holder likes, with what it has locked', async () => {
    // What a question is given, the first one too: a busy machine needs more than a moment for it.
    const { db, pool } = await connectDatabase(test.url, silentLog, 3_000);
    const client = await pool.connect();
    await client.query('select pg_advisory_lock(42)');
    await test.database.pool.query('select pg_sleep(3.3)');
    expect((await client.query('select pg_advisory_unlock(42) as held')).rows).toEqual([{ held: true }]);
    client.release();
    await db.destroy();
  });
});

describe('several servers', () => {
  /** `host:port` of one that is not there, and of the real one. */
  function listServers(): string {
    const { host } = new URL(test.url);
    return test.url.replace(host, `127.0.0.1:1,${host}`);
  }

  it('are asked in turn until one answers', async () => {
    const { db, pool } = await connectDatabase(listServers(), silentLog);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await db.destroy();
  });

  it('are named when none can be reached', async () => {
    const nowhere = 'postgres://u:hunter2@127.0.0.1:1,127.0.0.1:2/x';
    await expect(connectDatabase(nowhere, silentLog)).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1, 127\.0\.0\.1:2 cannot be reached \(ECONNREFUSED\)\.$/u,
    );
  });

  it('serve only where they take writes', async () => {
    const standby = await createTestDatabase();
    const name = new URL(standby.url).pathname.slice(1);
    await standby.database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
    await expect(connectDatabase(standby.url, silentLog)).rejects.toThrow(/\(it is a standby that takes no writes\)/u);
    await standby.drop();
  });
});

describe('a server that takes connections and never answers', () => {
  it('is named in one line', async () => {
    expect(await silence).toMatchObject({
      message: `The database at 127.0.0.1:${silentPort()} cannot be reached (no answer within 10 s).`,
    });
  });
});
