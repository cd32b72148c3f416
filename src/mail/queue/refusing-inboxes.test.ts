import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeOldRefusedMail } from '#core/targets/refused-mail.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { systemClock } from '#platform/clock.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkReply, type SmtpSink } from '#support/smtp-sink.ts';

/** The inbox that refuses, and another one of the same owner. */
let inbox: SmtpSink;
let spare: SmtpSink;
let mail: TestMail;
let alias: TestAlias;

beforeEach(async () => {
  [inbox, spare] = await Promise.all([startSmtpSink(), startSmtpSink()]);
  const transport = createSinkTransport({ 'inbox.example': inbox.port, 'spare.example': spare.port });
  mail = await createTestMail({ transport });
  alias = await mail.addAlias({ local: 'shop', targets: ['owner@inbox.example', 'owner@spare.example'] });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await Promise.all([inbox.stop(), spare.stop()]);
});

const full: SinkReply = { code: 552, text: '5.2.2 over quota' };
const dayMs = 24 * 60 * 60 * 1000;

async function send(...senders: readonly string[]): Promise<void> {
  for (const from of senders) expect(await mail.send(alias.address, { from })).toEqual(smtpReplies.messageAccepted);
}

async function failing(): Promise<string[]> {
  const rows = await mail.context.database.db
    .selectFrom('targets')
    .select('id')
    .where('failingSince', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

async function notices(part: string): Promise<string[]> {
  mail.worker();
  await mail.drained();
  return spare.messages.map(({ raw }) => raw.toString().replaceAll('=\r\n', '')).filter((text) => text.includes(part));
}

describe('a full inbox', () => {
  it.each(['onRcpt', 'onData'] as const)(
    'counts as failing after three messages of two senders (%s)',
    async (stage) => {
      inbox.setScript({ [stage]: () => full });
      await send('bob@sender.example', 'bob@sender.example', 'eve@mail.sender.example', 'bob@sender.example');
      expect(await failing()).toEqual([]);
      await send('ann@other.example', 'ann@other.example');
      expect(await failing()).toHaveLength(1);
      const [notice, ...more] = await notices('An inbox behind your aliases refuses mail');
      expect(more).toEqual([]);
      expect(notice).toContain('The mailbox is full. (5.2.2)');
      inbox.setScript({});
      await send('bob@sender.example');
      expect(await failing()).toEqual([]);
    },
  );

  it('is one that answers its recipient with the code for that and no status', async () => {
    inbox.setScript({ onRcpt: () => ({ code: 552, text: 'over quota' }) });
    await send('bob@sender.example', 'bob@sender.example', 'ann@other.example');
    expect(await failing()).toHaveLength(1);
  });

  it('is counted anew after three days, and once it took mail again', async () => {
    inbox.setScript({ onRcpt: () => full });
    await send('bob@sender.example', 'ann@other.example');
    const context = await mail.another({ clock: { now: () => systemClock.now() + 3 * dayMs } });
    for (const from of ['bob@sender.example', 'ann@other.example']) await mail.send(alias.address, { from, context });
    expect(await failing()).toEqual([]);
    await mail.send(alias.address, { context });
    expect(await failing()).toHaveLength(1);
    inbox.setScript({});
    await send('bob@sender.example');
    inbox.setScript({ onRcpt: () => full });
    await send('bob@sender.example', 'ann@other.example');
    expect(await failing()).toEqual([]);
    await send('ann@other.example');
    expect(await failing()).toHaveLength(1);
  });

  it('refuses a message once, by however many aliases it came', async () => {
    inbox.setScript({ onRcpt: () => full });
    const other = await mail.addAlias({ local: 'other', userId: alias.userId, targets: [] });
    const { db } = mail.context.database;
    const links = await db.selectFrom('aliasTargets').select(['targetId', 'position']).execute();
    await db
      .insertInto('aliasTargets')
      .values(links.map((link) => ({ ...link, aliasId: other.aliasId })))
      .execute();
    await send('bob@sender.example');
    await mail.send([alias.address, other.address], { from: 'ann@other.example' });
    expect(await failing()).toEqual([]);
    await mail.send([alias.address, other.address], { from: 'ann@other.example' });
    expect(await failing()).toHaveLength(1);
  });

  it('is counted when several messages come at once, and is told of once', async () => {
    inbox.setScript({ onRcpt: () => full });
    const senders = Array.from({ length: 6 }, (_, at) => `bob@sender${at % 3}.example`);
    await Promise.all(senders.map((from) => send(from)));
    expect(await failing()).toHaveLength(1);
    expect(await notices('An inbox behind your aliases refuses mail')).toHaveLength(1);
  });
});

describe('an inbox that refuses a message which another one takes', () => {
  const tooLarge: SinkReply = { code: 552, text: '5.3.4 too large' };
  const byRules: SinkReply = { code: 550, text: '5.7.1 not wanted by owner@inbox.example' };

  async function refused(): Promise<unknown> {
    const { database, keys } = mail.context;
    const targets = await listTargets({ database, keys }, alias.userId);
    return targets.flatMap((one) =>
      one.refused === undefined ? [] : [[one.value, one.refused.messages, one.refused.status]],
    );
  }

  it('is counted, at once or after a while, its owner is told once in 30 days, and it does not count as failing', async () => {
    const other = await mail.addAlias({ local: 'other', userId: alias.userId, targets: [] });
    const { db } = mail.context.database;
    const links = await db.selectFrom('aliasTargets').select(['targetId', 'position']).execute();
    await db
      .insertInto('aliasTargets')
      .values(links.map((link) => ({ ...link, aliasId: other.aliasId })))
      .execute();
    inbox.setScript({ onData: () => tooLarge });
    await send('bob@sender.example');
    expect(await mail.send([alias.address, other.address])).toEqual(smtpReplies.messageAccepted);
    inbox.setScript({ onRcpt: () => ({ code: 451, text: '4.3.0 later' }) });
    await send('bob@sender.example');
    inbox.setScript({ onRcpt: () => byRules });
    mail.worker();
    await mail.drained();
    expect(await refused()).toEqual([['owner@inbox.example', 3, '5.7.1']]);
    expect(await failing()).toEqual([]);
    const { rows } = await sql<{
      count: number;
    }>`select count from outgoing_notices where user_id = ${alias.userId}`.execute(db);
    expect(rows).toEqual([{ count: 1 }]);
    const later = { now: () => systemClock.now() + 31 * dayMs };
    await removeOldRefusedMail({ database: mail.context.database, clock: later });
    expect(await refused()).toEqual([]);
  });

  it.each(['onRcpt', 'onData'] as const)('is counted, too, where its server gives no status (%s)', async (stage) => {
    inbox.setScript({ [stage]: () => ({ code: 554, text: 'Transaction failed' }) });
    await send('bob@sender.example');
    expect(await refused()).toEqual([['owner@inbox.example', 1, '5.0.0']]);
  });

  it('is not counted unless its owner’s notice is stored with it', async () => {
    const { db } = mail.context.database;
    inbox.setScript({ onData: () => tooLarge });
    await sql`alter table outgoing_notices add constraint nothing check (id is null)`.execute(db);
    expect(await mail.send(alias.address)).toMatchObject({ code: 451 });
    expect(await refused()).toEqual([]);
    await sql`alter table outgoing_notices drop constraint nothing`.execute(db);
    await send('bob@sender.example', 'bob@sender.example');
    expect(await refused()).toEqual([['owner@inbox.example', 2, '5.3.4']]);
    const { rows } = await sql<{ count: number }>`select count from outgoing_notices`.execute(db);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is not counted where no other one takes it: the sender hears of that, nor where it is full or unknown', async () => {
    spare.setScript({ onRcpt: () => byRules });
    inbox.setScript({ onData: () => tooLarge });
    await mail.send(alias.address);
    spare.setScript({});
    inbox.setScript({ onRcpt: () => ({ code: 550, text: '5.1.1 unknown' }) });
    await send('bob@sender.example');
    inbox.setScript({ onRcpt: () => full });
    await send('bob@sender.example');
    expect(await refused()).toEqual([]);
  });
});

describe('a message that every inbox refuses', () => {
  const { refusedByRecipient, tooLargeForRecipient, contentRefused } = smtpReplies;

  it.each([
    ['5.3.4', '5.3.4', tooLargeForRecipient],
    ['5.3.4', '5.2.3', tooLargeForRecipient],
    ['5.6.0', '5.6.5', contentRefused],
    ['5.3.4', '5.6.0', refusedByRecipient],
    ['5.3.4', '5.1.1', refusedByRecipient],
    ['5.6.0', '5.2.2', refusedByRecipient],
    ['5.2.2', '5.2.2', refusedByRecipient],
    ['5.1.1', '5.2.1', refusedByRecipient],
    ['5.7.1', '5.7.1', refusedByRecipient],
  ])('with %s and %s tells its proven sender what is wrong with it, and nobody else', async (one, other, reply) => {
    mail.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
    inbox.setScript({ onData: () => ({ code: 554, text: `${one} owner@inbox.example says no` }) });
    spare.setScript({ onData: () => ({ code: 552, text: `${other} owner@spare.example says no` }) });
    expect(await mail.send(alias.address)).toEqual(reply);
    expect(await mail.send(alias.address, { from: 'eve@unproven.example' })).toEqual(refusedByRecipient);
  });
});
