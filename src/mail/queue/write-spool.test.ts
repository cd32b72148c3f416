import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from '#database/connect-database.ts';
import { claimDeliveries } from '#mail/queue/claim-deliveries.ts';
import { leaseOf, loadContent } from '#mail/queue/deliver-claimed.ts';
import { destinationHash, type Delivery, type DeliveryBatch, ignorePoints } from '#mail/queue/state/delivery.ts';
import { createOutcomeRecorder } from '#mail/queue/state/leases.ts';
import { writeSpool } from '#mail/queue/write-spool.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestMail, type TestMail, type TestContext } from '#support/mail-engine.ts';
import { silentLog } from '#support/silent-log.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

let mail: TestMail;

beforeEach(async () => {
  mail = await createTestMail({ transport: createSinkTransport({ 'one.example': 1 }) });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
});

function deliveryOf(header: string): Delivery {
  return {
    id: systemRandom.uuid(),
    header: { id: systemRandom.uuid(), octets: Buffer.from(header) },
    userId: null,
    aliasId: null,
    linkId: null,
    targetId: null,
    mailFrom: '',
    rcptTo: 'ann@one.example',
  };
}

function messageOf(body: Buffer, deliveries: readonly Delivery[]): DeliveryBatch {
  return {
    id: systemRandom.uuid(),
    kind: 'forward',
    senderProven: false,
    reversePath: 'bob@sender.example',
    body,
    deliveries,
  };
}

function write(context: TestContext, message: DeliveryBatch): Promise<void> {
  return writeSpool(
    context,
    message,
    message.deliveries.map((delivery) => ({ delivery, attempts: 0, leaseId: null, unanswered: false, reached: false })),
  );
}

function claimAll({ context }: TestMail) {
  const hash = destinationHash(context.keys, context.transport, 'ann@one.example');
  return claimDeliveries(context, [{ destinationHash: hash, count: 100 }]);
}

describe('writeSpool', () => {
  it.each([
    ['no body', 0],
    ['a body of one octet', 1],
    ['a body of exactly one chunk', 1000],
    ['a body of one chunk and an octet', 1001],
    ['a body of many chunks', 12_345],
  ])('keeps %s and each header as they are', async (_name, bytes) => {
    const context = { ...mail.context, limits: { ...mail.context.limits, chunkBytes: 1000 } };
    const body = systemRandom.bytes(bytes);
    const headers = ['A: 1\r\n\r\n', 'B: two\r\nC: 3\r\n\r\n', 'D: äöü\r\n\r\n'];
    await write(context, messageOf(body, headers.map(deliveryOf)));
    const claimed = await claimAll(mail);
    const key = await context.keys.existingSpoolKey(claimed[0]?.keyVersion ?? 0);
    const contents = await Promise.all(claimed.map((one) => loadContent(context, key, one)));
    expect(new Set(contents.map(([header]) => header?.toString()))).toEqual(new Set(headers));
    for (const [, ...chunks] of contents) expect(Buffer.concat(chunks).equals(body)).toBe(true);
  });

  it('keeps nothing of a message that the database refuses half-way', async () => {
    const context = { ...mail.context, limits: { ...mail.context.limits, chunkBytes: 1000 } };
    const { db } = mail.test.database;
    await sql`alter table spool_chunks add constraint few check (sequence < 3)`.execute(db);
    await expect(write(context, messageOf(systemRandom.bytes(5000), [deliveryOf('A: 1\r\n\r\n')]))).rejects.toThrow(
      'few',
    );
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
    await write(context, messageOf(systemRandom.bytes(2000), [deliveryOf('A: 1\r\n\r\n')]));
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
  });
});

describe('the spool on a database that no longer waits for its disk', () => {
  /** Writes down, at the commit of each transaction, whether that commit waits. */
  const watchCommits = `
    create table commits (synchronous text);
    create function note_commit() returns trigger language plpgsql as $$
      begin insert into commits values (current_setting('synchronous_commit')); return null; end $$;
    create constraint trigger note_commit after insert or update or delete on spool_deliveries
      deferrable initially deferred for each row execute function note_commit();`;

  it('commits what it takes and what it settles to stable storage all the same', async () => {
    const { db } = mail.test.database;
    await sql.raw(watchCommits).execute(db);
    // A start on such a database is refused.
    const database = await connectDatabase(mail.test.url, silentLog);
    await sql
      .raw(`alter database ${new URL(mail.test.url).pathname.slice(1)} set synchronous_commit = off`)
      .execute(db);
    // It holds for connections opened from now on.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    // Until it has heard of it, a pool hands out what is ended.
    const answers = (pool: typeof database): Promise<boolean> =>
      sql`select 1`.execute(pool.db).then(
        () => true,
        () => false,
      );
    await expect.poll(() => answers(database)).toBe(true);
    const { limits } = mail.context;
    const context: TestContext = {
      ...mail.context,
      database,
      outcomes: createOutcomeRecorder(database, limits, ignorePoints),
    };
    const commits = async (): Promise<string[]> => {
      const { rows } = await sql<{ synchronous: string }>`select synchronous from commits`.execute(db);
      await sql`delete from commits`.execute(db);
      return rows.map(({ synchronous }) => synchronous);
    };

    await write(context, messageOf(systemRandom.bytes(10), [deliveryOf('A: 1\r\n\r\n')]));
    expect(await commits()).toEqual(['on']);
    await write(
      { ...context, limits: { ...limits, chunkBytes: 5 } },
      messageOf(Buffer.alloc(10), [deliveryOf('A: 1\r\n\r\n')]),
    );
    expect(await commits()).toEqual(['on']);
    const [first, second] = await claimAll({ ...mail, context });
    if (first === undefined || second === undefined) throw new Error('nothing was claimed');
    expect(await commits()).toEqual(['off', 'off']);
    await context.outcomes.record(leaseOf(first), 'later');
    await context.outcomes.record(leaseOf(second), 'ended');
    expect(await commits()).toEqual(['on', 'on']);
    await database.db.destroy();
  });
});
