import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendWaitingNotices, tellOperator, tellOwner } from '#mail/queue/tell-owner.ts';
import { failureMails } from '#messages/server/mails.ts';
import { systemClock } from '#platform/clock.ts';
import { createTestMail, type TestAlias, type TestContext, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

const dayMs = 24 * 60 * 60 * 1000;

let mail: TestMail;
let alias: TestAlias;
let count = 0;

beforeAll(async () => {
  mail = await createTestMail({ transport: createSinkTransport({}) });
});
beforeEach(async () => {
  count += 1;
  alias = await mail.addAlias({ local: `told-${count}`, targets: ['owner@inbox.example'] });
});
afterEach(async () => {
  await mail.test.database.db.deleteFrom('notices').execute();
  await mail.test.database.db.deleteFrom('spoolMessages').execute();
});
afterAll(() => mail.close());

function words(text: string) {
  return failureMails.notSent(alias.address, text);
}

/** Another process of the same service, some time later. */
function later(ms: number): Promise<TestContext> {
  return mail.another({ clock: { now: () => systemClock.now() + ms } });
}

/** The same after a day, by which the limits count anew. */
async function tomorrow(): Promise<TestContext> {
  await sql`update rate_limits set window_start = window_start - interval '1 day'`.execute(mail.test.database.db);
  return later(dayMs + 1000);
}

async function mailsSent(): Promise<number> {
  return (await mail.waiting()).messages;
}

async function waiting(): Promise<number[]> {
  const rows = await mail.test.database.db.selectFrom('notices').select('count').orderBy('count').execute();
  return rows.map((row) => row.count);
}

it('sends three a day and keeps the rest, counted where it is the same, over a restart', async () => {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'e', 'e']) await tellOwner(mail.context, alias.userId, words(text));
  expect(await mailsSent()).toBe(3);
  expect(await waiting()).toEqual([1, 3]);
  const { rows } = await sql<{ all: string }>`select encode(words_sealed, 'escape') as all from notices`.execute(
    mail.test.database.db,
  );
  expect(JSON.stringify(rows)).not.toContain(alias.address);
  await sendWaitingNotices(await later(dayMs / 2));
  expect(await mailsSent()).toBe(3);
  await sendWaitingNotices(await tomorrow());
  expect(await mailsSent()).toBe(4);
  expect(await waiting()).toEqual([]);
});

it('sends one mail when several processes tell it at once', async () => {
  for (const text of ['a', 'b', 'c', 'd', 'e']) await tellOwner(mail.context, alias.userId, words(text));
  const other = await tomorrow();
  await Promise.all([sendWaitingNotices(other), sendWaitingNotices(other), sendWaitingNotices(other)]);
  expect(await mailsSent()).toBe(4);
  expect(await waiting()).toEqual([]);
});

it('waits a day for more where it is no news for today', async () => {
  for (const text of ['a', 'a', 'b']) await tellOwner(mail.context, alias.userId, words(text), 'within_a_day');
  await sendWaitingNotices(mail.context);
  expect(await mailsSent()).toBe(0);
  await sendWaitingNotices(await later(dayMs + 1000));
  expect(await mailsSent()).toBe(1);
});

it('is told again when a crash or a fault came between', async () => {
  const { db } = mail.test.database;
  const { id, valueSealed } = await db
    .selectFrom('targets')
    .select(['id', 'valueSealed'])
    .where('userId', '=', alias.userId)
    .executeTakeFirstOrThrow();
  const set = (sealed: Buffer) => db.updateTable('targets').set({ valueSealed: sealed }).where('id', '=', id).execute();
  await set(Buffer.from('damaged'));
  await tellOwner(mail.context, alias.userId, words('a'));
  expect(mail.logLines.join('')).toContain('spool.notice_failed');
  await set(valueSealed);
  await sendWaitingNotices(mail.context);
  expect(await mailsSent()).toBe(0);
  await sendWaitingNotices(await later(6 * 60 * 1000));
  expect(await mailsSent()).toBe(1);
});

it('waits for an inbox that agrees to get mail, for a month', async () => {
  const { db } = mail.test.database;
  const set = (confirmedAt: Date | null) =>
    db.updateTable('targets').set({ confirmedAt }).where('userId', '=', alias.userId).execute();
  await set(null);
  await tellOwner(mail.context, alias.userId, words('a'));
  await sendWaitingNotices(await later(dayMs + 1000));
  expect(await waiting()).toEqual([1]);
  await set(new Date(systemClock.now()));
  await sendWaitingNotices(await later(2 * dayMs + 2000));
  expect(await mailsSent()).toBe(1);
  await set(null);
  await tellOwner(mail.context, alias.userId, words('b'));
  await sql`update notices set created_at = now() - interval '31 days'`.execute(db);
  await sendWaitingNotices(mail.context);
  expect(await waiting()).toEqual([]);
});

it('is kept for nobody: an account that is gone, an operator that is not there', async () => {
  await tellOwner(mail.context, crypto.randomUUID(), words('a'));
  await tellOperator(await mail.another({ settings: { operatorEmail: null } }), words('a'));
  expect(await waiting()).toEqual([]);
  await tellOperator(mail.context, words('a'));
  expect(await mailsSent()).toBe(1);
});
