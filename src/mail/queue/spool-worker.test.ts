import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { claimDeliveries } from '#mail/queue/claim-deliveries.ts';
import { leaseOf } from '#mail/queue/deliver-claimed.ts';
import { destinationHash } from '#mail/queue/state/delivery.ts';
import { expectAfter } from '#support/expect-after.ts';
import { createTestMail, exampleMessage, quickLimits, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let one: SmtpSink;
let two: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  one = await startSmtpSink();
  two = await startSmtpSink();
  mail = await createTestMail({
    transport: createSinkTransport({ 'one.example': one.port, 'two.example': two.port }),
    settings: { cutThrough: false },
  });
});

afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await one.stop();
  await two.stop();
});

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function everyDestination(count: number) {
  return ['ann@one.example', 'ann@two.example'].map((address) => ({
    destinationHash: destinationHash(mail.context.keys, mail.context.transport, address),
    count,
  }));
}

async function settled(): Promise<void> {
  await expect.poll(() => mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
}

describe('createSpoolWorker', () => {
  it('never sends twice, however many workers there are', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    const ids = Array.from({ length: 40 }, (_, index) => `many-${index}`);
    for (const id of ids) await mail.send(alias.address, { content: exampleMessage(id) });
    for (let count = 0; count < 4; count += 1) mail.worker(await mail.another({}));
    await mail.drained();
    for (const sink of [one, two]) {
      const subjects = sink.received.map(({ raw }) => String(/Subject: Subject of (\S+)/.exec(raw.toString())?.[1]));
      expect(subjects.toSorted(byText)).toEqual(ids.toSorted(byText));
    }
  });

  it('brings a body of many chunks back octet by octet', async () => {
    const context = await mail.another({ limits: { ...quickLimits, chunkBytes: 1000 } });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    const body = Array.from({ length: 900 }, (_, line) => `.line ${line} äöü`).join('\r\n');
    await mail.send(alias.address, { content: `From: bob@sender.example\r\n\r\n${body}\r\n`, context });
    mail.worker(context);
    await mail.drained();
    expect(one.messages[0]?.raw.toString().endsWith(`\r\n\r\n${body}\r\n`)).toBe(true);
  });

  it('delivers again what a dead process had claimed, once its lease has run out', async () => {
    const context = await mail.another({ limits: { ...quickLimits, leaseMs: 600, retryDelaysMs: [50] } });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address);
    expect(await claimDeliveries(context, everyDestination(10))).toHaveLength(1);
    expect(await claimDeliveries(context, everyDestination(10))).toHaveLength(0);
    await expectAfter(400, () => {
      mail.worker();
      return mail.drained();
    });
    expect(one.messages).toHaveLength(1);
  });

  it('counts the attempt and sets the time of the next one before anything is dialed', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address);
    await claimDeliveries(
      await mail.another({ limits: { ...quickLimits, retryDelaysMs: [300_000] } }),
      everyDestination(1),
    );
    const { rows } = await sql<{ attempts: number; delay: number }>`
      select attempts, extract(epoch from next_attempt_at - now())::float8 as delay
      from spool_deliveries`.execute(mail.test.database.db);
    expect(rows[0]?.attempts).toBe(1);
    expect(rows[0]?.delay).toBeGreaterThan(235);
    expect(rows[0]?.delay).toBeLessThan(365);
  });

  it('erases a message whose deliveries end together', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    await mail.send(alias.address);
    const claimed = await claimDeliveries(mail.context, everyDestination(1));
    expect(claimed).toHaveLength(2);
    await Promise.all(claimed.map((one) => mail.context.outcomes.record(leaseOf(one), 'ended')));
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
  });

  it('knows that another target has the message also where both outcomes are written down together', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    const other = await mail.addAlias({ local: 'other', targets: ['ann@two.example'] });
    await mail.send([alias.address, other.address]);
    const claimed = await claimDeliveries(mail.context, everyDestination(2));
    const delivered = claimed.find(({ aliasId }) => aliasId === alias.aliasId);
    await Promise.all(
      claimed.map((one) => mail.context.outcomes.record(leaseOf(one), one === delivered ? 'delivered' : 'later')),
    );
    const { rows } = await sql<{ aliasId: string; reached: boolean }>`
      select alias_id, reached from spool_deliveries`.execute(mail.test.database.db);
    const reached = new Map(rows.map((row) => [row.aliasId, row.reached]));
    expect(reached.get(alias.aliasId)).toBe(true);
    expect(reached.get(other.aliasId)).toBe(false);
  });

  it('delivers what it has just stored from memory', async () => {
    const { promise, resolve } = Promise.withResolvers<'accept'>();
    one.setScript({ onRcpt: () => promise });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    mail.worker();
    await mail.send(alias.address);
    await expect.poll(() => one.connectionCount()).toBe(1);
    const { db } = mail.test.database;
    const { rows } = await sql`select 1 from spool_deliveries where lease_until > now() and attempts = 1`.execute(db);
    expect(rows).toHaveLength(1);
    await db.deleteFrom('spoolChunks').execute();
    resolve('accept');
    await mail.drained();
    expect(one.messages).toHaveLength(1);
  });

  it('does nothing when the lease was lost', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address);
    const [claimed] = await claimDeliveries(mail.context, everyDestination(1));
    if (claimed === undefined) throw new Error('nothing was claimed');
    await sql`update spool_deliveries set lease_id = gen_random_uuid()`.execute(mail.test.database.db);
    for (const settlement of ['ended', 'later', 'now'] as const) {
      await mail.context.outcomes.record(leaseOf(claimed), settlement);
    }
    const { rows } = await sql`select 1 from spool_deliveries where state = 'in_flight'`.execute(mail.test.database.db);
    expect(rows).toHaveLength(1);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
  });

  it('is not held up by a destination that never answers', async () => {
    one.setScript({ onData: () => 'hang' });
    const stuck = await mail.addAlias({ local: 'stuck', targets: ['ann@one.example'] });
    const lively = await mail.addAlias({ local: 'lively', targets: ['ann@two.example'] });
    const context = await mail.another({
      limits: { ...quickLimits, inFlightPerDestination: 2, workerAttemptsAtOnce: 4 },
    });
    for (let count = 0; count < 10; count += 1) await mail.send(stuck.address);
    mail.worker(context);
    await one.waitForReceived(2);
    for (let count = 0; count < 10; count += 1) await mail.send(lively.address);
    await two.waitForMessages(10);
    expect(one.received).toHaveLength(2);
  });

  it('is not held up by many destinations that never answer', async () => {
    one.setScript({ onData: () => 'hang' });
    const stuck = Array.from({ length: 12 }, (_, index) => `stuck${index}.example`);
    const ports = Object.fromEntries(stuck.map((domain) => [domain, one.port]));
    const transport = createSinkTransport({ ...ports, 'two.example': two.port });
    const limits = { ...quickLimits, workerAttemptsAtOnce: 10, inFlightAtFirst: 2, dispatchDeadlineMs: 500 };
    const context = await mail.another({ transport, limits });
    const lively = await mail.addAlias({ local: 'lively', targets: ['ann@two.example'] });
    for (const [index, domain] of stuck.entries()) {
      const alias = await mail.addAlias({ local: `stuck${index}`, targets: [`ann@${domain}`] });
      for (let count = 0; count < 3; count += 1) await mail.send(alias.address, { context });
    }
    mail.worker(context);
    await one.waitForReceived(10);
    await mail.send(lively.address, { context });
    expect(await two.waitForMessages(1)).toHaveLength(1);
    await transport.close();
  });

  it('gives up after the last day and erases the message', async () => {
    one.setScript({ onRcpt: () => ({ code: 451 }) });
    const context = await mail.another({ limits: { ...quickLimits, giveUpAfterMs: 700 } });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address, { context });
    mail.worker(context);
    await settled();
    expect(one.messages).toHaveLength(0);
    expect(mail.logLines.join('')).toContain('"event":"spool.gave_up","deliveries":1');
  });

  it('goes on when the database comes back', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    one.setScript({ onRcpt: () => ({ code: 451 }) });
    await mail.send(alias.address);
    mail.worker();
    await expect.poll(() => one.connectionCount()).toBeGreaterThan(0);
    const name = new URL(mail.test.url).pathname.slice(1);
    const operator = new Client({ connectionString: inject('databaseServerUrl') });
    await operator.connect();
    await operator.query(`alter database ${name} with allow_connections false`);
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await expect.poll(() => mail.logLines.join('')).toContain('spool.worker_failed');
    one.setScript({});
    await operator.query(`alter database ${name} with allow_connections true`);
    await operator.end();
    await mail.drained();
    expect(one.messages).toHaveLength(1);
  });

  it('delivers although the spool cannot be swept', async () => {
    const gone = await mail.addAlias({ local: 'gone', targets: ['ann@one.example'] });
    await mail.send(gone.address);
    const { db } = mail.test.database;
    await db.deleteFrom('aliases').where('id', '=', gone.aliasId).execute();
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''kept''; end'`.execute(
      db,
    );
    await sql`create trigger kept before delete on spool_messages for each row when (
      old.created_at < now() - interval '1 hour') execute function refuse()`.execute(db);
    await sql`update spool_messages set created_at = now() - interval '1 day'`.execute(db);
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@two.example'] });
    await mail.send(alias.address);
    mail.worker();
    await two.waitForMessages(1);
    expect(mail.logLines.join('')).toContain('spool.sweep_failed');
  });

  it('gives leases back when it stops, so that another worker goes on at once', async () => {
    one.setScript({ onRcpt: () => 'hang' });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    const limits = { ...quickLimits, leaseMs: 600_000, retryDelaysMs: [600_000] };
    const context = await mail.another({ limits });
    await mail.send(alias.address);
    const first = mail.worker(context);
    await expect.poll(() => one.connectionCount()).toBe(1);
    await first.stop(50);
    one.setScript({});
    mail.worker(await mail.another({ limits }));
    await mail.drained();
    expect(one.messages).toHaveLength(1);
  });

  it('lets a delivery in hand finish when it stops', async () => {
    const { promise, resolve } = Promise.withResolvers<'accept'>();
    one.setScript({ onData: () => promise });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address);
    const worker = mail.worker();
    await one.waitForReceived(1);
    const stopped = worker.stop(5000);
    resolve('accept');
    await stopped;
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
    expect(one.messages).toHaveLength(1);
  });
});
