import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
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

  it('is counted anew after three days, and once it took mail again', async () => {
    inbox.setScript({ onRcpt: () => full });
    await send('bob@sender.example', 'ann@other.example');
    const context = await mail.another({ clock: { now: () => Date.now() + 3 * dayMs } });
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
