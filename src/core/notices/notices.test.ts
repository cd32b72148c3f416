import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wordsContext, notify } from '#core/notices/notify.ts';
import { warningContext } from '#core/notices/write-warning.ts';
import { failureMails } from '#messages/server/mails.ts';
import { systemClock } from '#platform/clock.ts';
import { createTestMail, type TestAlias, type TestContext, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

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
  await mail.test.database.db.deleteFrom('outgoingNotices').execute();
  await mail.test.database.db.deleteFrom('spoolMessages').execute();
});
afterAll(() => mail.close());

function tellLost(of: string, more: { readonly userId?: string; readonly waitMs?: number } = {}): Promise<boolean> {
  const values: [string, string[], string] = [alias.address, [`${of}@office.example`], '5.1.1'];
  return notify(mail.context, { kind: 'failed_sent', userId: alias.userId, ...more, values });
}

async function tellEach(...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await tellLost(text);
    await mail.tell();
  }
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
  const rows = await mail.test.database.db.selectFrom('outgoingNotices').select('count').orderBy('count').execute();
  return rows.map((row) => row.count);
}

describe('what an owner is to be told', () => {
  it('is three mails a day, and the rest waits, counted where it is the same, over a restart', async () => {
    await tellEach('a', 'b', 'c', 'd', 'e', 'e', 'e');
    expect(await mailsSent()).toBe(3);
    expect(await waiting()).toEqual([1, 3]);
    const { rows } = await sql<{ all: string }>`
      select encode(words_sealed, 'escape') as all from outgoing_notices`.execute(mail.test.database.db);
    expect(JSON.stringify(rows)).not.toContain(alias.address);
    await mail.tell(await later(dayMs / 2));
    expect(await mailsSent()).toBe(3);
    await mail.tell(await tomorrow());
    expect(await mailsSent()).toBe(4);
    expect(await waiting()).toEqual([]);
  });

  it('is one mail when several processes tell it at once', async () => {
    await tellEach('a', 'b', 'c', 'd', 'e');
    const other = await tomorrow();
    await Promise.all([mail.tell(other), mail.tell(other), mail.tell(other)]);
    expect(await mailsSent()).toBe(4);
    expect(await waiting()).toEqual([]);
  });

  it('waits a day for more where it is no news for today', async () => {
    for (const text of ['a', 'a', 'b']) await tellLost(text, { waitMs: dayMs });
    await mail.tell();
    expect(await mailsSent()).toBe(0);
    await mail.tell(await later(dayMs + 1000));
    expect(await mailsSent()).toBe(1);
  });

  it('is told as often as its kind may be for each subject, and what the release before told counts', async () => {
    const subject = { text: crypto.randomUUID() };
    const told = { kind: 'unusable_key', userId: alias.userId, subject, values: [alias.address] } as const;
    const tries = await Promise.all([1, 2, 3].map(() => notify(mail.context, told)));
    expect(tries.filter(Boolean)).toHaveLength(1);
    const other = { text: crypto.randomUUID() };
    expect(await mail.context.limiter.tryTake('unusableKeysPerTarget', other)).toBe(true);
    expect(await notify(mail.context, { ...told, subject: other })).toBe(false);
  });

  it('waits for an inbox that agrees to get mail, for a month', async () => {
    const { db } = mail.test.database;
    const set = (confirmedAt: Date | null) =>
      db.updateTable('targets').set({ confirmedAt }).where('userId', '=', alias.userId).execute();
    await set(null);
    await tellLost('a');
    await mail.tell(await later(dayMs + 1000));
    expect(await waiting()).toEqual([1]);
    await set(new Date(systemClock.now()));
    await mail.tell(await later(2 * dayMs + 2000));
    expect(await mailsSent()).toBe(1);
    await set(null);
    await tellLost('b');
    await sql`update outgoing_notices set created_at = now() - interval '31 days'`.execute(db);
    await mail.tell();
    expect(await waiting()).toEqual([]);
  });

  it('is kept for nobody: an account that is gone, an operator that is not there', async () => {
    expect(await tellLost('a', { userId: crypto.randomUUID() })).toBe(false);
    const unread = { kind: 'unreadable_mail', userId: null, values: [] } as const;
    expect(await notify(await mail.another({ settings: { operatorEmail: null } }), unread)).toBe(false);
    expect(await waiting()).toEqual([]);
    expect(await notify(mail.context, unread)).toBe(true);
    await mail.tell();
    expect(await mailsSent()).toBe(1);
  });
});

describe('a fault or a kill', () => {
  it('before the cause is stored leaves neither, nor a count of its pace', async () => {
    const { db } = mail.test.database;
    const subject = { text: crypto.randomUUID() };
    const told = { kind: 'unusable_key', userId: alias.userId, subject, values: [alias.address] } as const;
    const cause = db.transaction().execute(async (transaction) => {
      expect(await notify(mail.context, told, transaction)).toBe(true);
      throw new Error('killed');
    });
    await expect(cause).rejects.toThrow('killed');
    expect(await waiting()).toEqual([]);
    expect(await notify(mail.context, told)).toBe(true);
  });

  it('between the mail and the end of its notice leaves the notice, and no mail', async () => {
    const { pool } = mail.test.database;
    await tellLost('a');
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
      create trigger refuse before delete on outgoing_notices for each row execute function refuse()`);
    await mail.tell();
    await pool.query('drop trigger refuse on outgoing_notices; drop function refuse');
    expect([await mailsSent(), await waiting()]).toEqual([0, [1]]);
    expect(mail.logLines.join('')).toContain('notice_not_sent');
    await mail.tell();
    expect(await mailsSent()).toBe(0);
    await mail.tell(await later(minuteMs + 1000));
    expect([await mailsSent(), await waiting()]).toEqual([1, []]);
  });

  it('of one account keeps no other from its mail', async () => {
    const { db } = mail.test.database;
    const other = await mail.addAlias({ local: `other-${count}`, targets: ['other@inbox.example'] });
    await db
      .updateTable('targets')
      .set({ valueSealed: Buffer.from('damaged') })
      .where('userId', '=', alias.userId)
      .execute();
    await tellLost('a');
    await tellLost('a', { userId: other.userId });
    await mail.tell();
    expect([await mailsSent(), await waiting()]).toEqual([1, [1]]);
  });
});

describe('a node of the release before', () => {
  it('stores and tells the same notices by the name they had', async () => {
    const { keys, database } = mail.context;
    const words = failureMails.failedSent(alias.address, [], '5.1.1');
    const id = crypto.randomUUID();
    const insert = `insert into notices (id, user_id, words_hash, words_sealed, due_at) values ($1, $2, $3, $4, now())
      on conflict (words_hash) do update set count = notices.count + 1`;
    const hash = keys.lookupHash('notices.words', `${alias.userId} ${JSON.stringify(words)}`);
    const values = [id, alias.userId, hash, keys.seal(wordsContext(id), JSON.stringify(words))];
    await database.pool.query(insert, values);
    await database.pool.query(insert, values);
    expect(await waiting()).toEqual([2]);
    await notify(mail.context, { kind: 'failed_sent', userId: alias.userId, values: [alias.address, [], '5.1.1'] });
    expect(await waiting()).toEqual([3]);
    // Its claim: what this release stored, too.
    await tellLost('b');
    const claim = `update notices set due_at = now() + interval '5 minutes' where id in (
      select id from notices where coalesce(user_id::text, '') = $1 and due_at <= now() + interval '1 minute'
      order by created_at limit 50 for update skip locked) returning id, words_sealed, count`;
    const { rows } = await database.pool.query<{ id: string; words_sealed: Buffer; count: number }>(claim, [
      alias.userId,
    ]);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(keys.open(wordsContext(row.id), row.words_sealed).toString()).toContain('subject');
    // Nobody else tells what it has.
    await mail.tell();
    expect(await mailsSent()).toBe(0);
    const erase = `with told as (select * from unnest($1::uuid[], $2::int[]) told (id, count))
      delete from notices n using told t where n.id = t.id and n.count = t.count`;
    await database.pool.query(erase, [rows.map((row) => row.id), rows.map((row) => row.count)]);
    expect(await waiting()).toEqual([]);
  });

  it('stores warnings by the name they had, and does not take them for notices', async () => {
    const { keys, database } = mail.context;
    const id = crypto.randomUUID();
    const inboxHash = keys.lookupHash('target', 'owner@inbox.example');
    const told = { kind: 'password_changed', recipient: 'owner@inbox.example', atMs: systemClock.now() };
    const toldSealed = keys.seal(warningContext(id), JSON.stringify(told));
    const insert = `insert into security_mails (id, user_id, inbox_hash, told_sealed, due_at, created_at)
      values ($1, $2, $3, $4, now(), now())`;
    await database.pool.query(insert, [id, alias.userId, inboxHash, toldSealed]);
    expect((await database.pool.query('select id from notices')).rows).toEqual([]);
    expect((await database.pool.query('select id from security_mails for update skip locked')).rows).toEqual([{ id }]);
    await mail.tell(await later(minuteMs));
    expect([await mailsSent(), await waiting()]).toEqual([1, []]);
  });
});
