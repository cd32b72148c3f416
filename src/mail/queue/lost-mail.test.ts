import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { sweepSpool } from '#mail/queue/spool-worker.ts';
import {
  createTestMail,
  exampleMessage,
  quickLimits,
  type TestAlias,
  type TestMail,
  type TestContext,
} from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkReply, type SmtpSink } from '#support/smtp-sink.ts';

/** The inbox that makes trouble, another one of the same owner, and the sender's own mail host. */
let inbox: SmtpSink;
let spare: SmtpSink;
let sender: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  [inbox, spare, sender] = await Promise.all([startSmtpSink(), startSmtpSink(), startSmtpSink()]);
  const ports = { 'inbox.example': inbox.port, 'spare.example': spare.port, 'sender.example': sender.port };
  mail = await createTestMail({ transport: createSinkTransport(ports) });
  // The client of the test's senders; what it says is proven.
  mail.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await Promise.all([inbox.stop(), spare.stop(), sender.stop()]);
});

const accepted = smtpReplies.messageAccepted;
const unknown: SinkReply = { code: 550, text: '5.1.1 owner@inbox.example has no mailbox at secret.inbox.example' };
const later: SinkReply = { code: 451, text: '4.3.0 later' };

function addAlias(local: string, targets: readonly string[] = ['owner@inbox.example']): Promise<TestAlias> {
  return mail.addAlias({ local, targets });
}

/** A program that gives up after a moment. */
function impatient(): Promise<TestContext> {
  return mail.another({ limits: { ...quickLimits, giveUpAfterMs: 700, retryDelaysMs: [10_000] } });
}

async function failingTargets(): Promise<number> {
  const rows = await mail.context.database.db
    .selectFrom('targets')
    .select('id')
    .where('failingSince', 'is not', null)
    .execute();
  return rows.length;
}

describe('a message that reaches nobody', () => {
  it('is reported to its proven sender when the spool gives up, by the alias alone', async () => {
    const alias = await addAlias('shop');
    inbox.setScript({ onRcpt: () => later });
    const context = await impatient();
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    mail.worker(context);
    const [report] = await sender.waitForMessages(1);
    await mail.drained();
    expect(report).toMatchObject({ mailFrom: '', rcptTo: ['bob@sender.example'] });
    const text = report?.raw.toString() ?? '';
    expect(text).toMatch(/^Final-Recipient: rfc822; shop@kauke\.test\r\nAction: failed\r\nStatus: 4\.4\.7\r$/m);
    expect(text).toMatch(/^References: <message-\d+@sender\.example>\r$/m);
    expect(text).not.toContain('inbox.example');
    expect(inbox.messages).toEqual([]);
  });

  it('is reported once when several programs give it up in the same moment', async () => {
    const alias = await addAlias('shop');
    inbox.setScript({ onRcpt: () => later });
    for (let count = 1; count <= 5; count += 1) expect(await mail.send(alias.address)).toEqual(accepted);
    await sql`update spool_deliveries set expires_at = now()`.execute(mail.context.database.db);
    await Promise.all([sweepSpool(mail.context), sweepSpool(await mail.another({}))]);
    mail.worker();
    await mail.drained();
    expect(sender.messages).toHaveLength(5);
  });

  it('is told to its owner when nobody knows who sent it', async () => {
    const alias = await addAlias('shop', ['owner@inbox.example', 'owner@spare.example']);
    inbox.setScript({ onRcpt: () => later });
    spare.setScript({ onRcpt: () => later });
    const context = await impatient();
    expect(await mail.send(alias.address, { from: 'eve@unproven.example', context })).toEqual(accepted);
    await expect.poll(async () => (await mail.waiting()).deliveries).toBe(2);
    inbox.setScript({});
    mail.worker(context);
    const [notice] = await inbox.waitForMessages(1);
    await mail.drained();
    expect(notice?.raw.toString()).toContain('Subject: A message to one of your aliases was lost');
    expect(inbox.messages).toHaveLength(1);
    expect(sender.messages).toEqual([]);
  });

  it('is reported when its only target refuses it after a while', async () => {
    const alias = await addAlias('shop');
    inbox.setScript({ onRcpt: () => later });
    expect(await mail.send(alias.address)).toEqual(accepted);
    inbox.setScript({ onRcpt: () => unknown });
    mail.worker();
    const [report] = await sender.waitForMessages(1);
    await mail.drained();
    expect(report?.raw.toString()).toMatch(/^Status: 5\.2\.0\r$/m);
    expect(report?.raw.toString()).not.toMatch(/inbox\.example|secret/);
  });

  it('by one of two aliases is reported for that one, as the sender was told that the message is taken', async () => {
    const [one, two] = [await addAlias('one'), await addAlias('two', ['owner@spare.example'])];
    inbox.setScript({ onRcpt: () => unknown });
    expect(await mail.send([one.address, two.address])).toEqual(accepted);
    mail.worker();
    const [report] = await sender.waitForMessages(1);
    await mail.drained();
    expect(report?.raw.toString()).toContain('Final-Recipient: rfc822; one@kauke.test');
    expect(report?.raw.toString()).not.toContain('two@kauke.test');
    expect(spare.messages).toHaveLength(1);
  });

  it('is reported when an alias that is paused or blocks the sender makes us take the rest of the message', async () => {
    const paused = await mail.addAlias({ local: 'paused', targets: ['owner@spare.example'], active: false });
    const blocking = await addAlias('blocking', ['owner@spare.example']);
    await mail.blockContact(blocking, 'bob@sender.example');
    const [one, two] = [await addAlias('one'), await addAlias('two')];
    inbox.setScript({ onRcpt: () => unknown });
    expect(await mail.send([one.address, paused.address])).toEqual(accepted);
    expect(await mail.send([two.address, blocking.address])).toEqual(accepted);
    mail.worker();
    await mail.drained();
    const failed = sender.messages.map(({ raw }) => /^Final-Recipient: rfc822; (.*)\r$/m.exec(raw.toString())?.[1]);
    expect(new Set(failed)).toEqual(new Set(['one@kauke.test', 'two@kauke.test']));
    expect(spare.messages).toEqual([]);
  });

  it('for the operator is reported to its proven sender as mail for the postmaster, now or after a while', async () => {
    const other = await addAlias('other', ['owner@spare.example']);
    for (const refuses of [unknown, later]) {
      inbox.setScript({ onRcpt: () => refuses });
      expect(await mail.send(['abuse@kauke.test', other.address])).toEqual(accepted);
    }
    inbox.setScript({ onRcpt: () => unknown });
    mail.worker();
    await mail.drained();
    expect(sender.messages).toHaveLength(2);
    for (const { raw } of sender.messages) {
      expect(raw.toString()).toContain('Final-Recipient: rfc822; postmaster@kauke.test');
      expect(raw.toString()).toMatch(/^Subject: Subject of message-\d+\r$/m);
      expect(raw.toString()).not.toContain('inbox.example');
    }
  });

  it('is asked for again when the report cannot be stored, and nobody gets it twice', async () => {
    const targets = ['owner@spare.example', 'second@inbox.example'];
    const [one, two] = [await addAlias('one', ['owner@inbox.example']), await addAlias('two', targets)];
    inbox.setScript({ onRcpt: () => unknown });
    let isBroken = true;
    const context = await mail.another({
      trace: (point) => {
        if (isBroken && point === 'before-report') throw new Error('the database is gone');
      },
    });
    const content = exampleMessage('reported');
    expect(await mail.send([one.address, two.address], { context, content })).toEqual(smtpReplies.tryLater);
    isBroken = false;
    expect(await mail.send([one.address, two.address], { context, content })).toEqual(accepted);
    mail.worker(context);
    const [report] = await sender.waitForMessages(1);
    await mail.drained();
    expect(report?.raw.toString()).toContain('Final-Recipient: rfc822; one@kauke.test');
    // The other alias has it since the first time.
    expect(sender.messages).toHaveLength(1);
    expect(spare.messages).toHaveLength(1);
  });
});

describe('a target that fails beside another one', () => {
  it('is no news to the sender, whether it refuses at once or later', async () => {
    const alias = await addAlias('shop', ['owner@inbox.example', 'owner@spare.example']);
    inbox.setScript({ onRcpt: () => unknown });
    expect(await mail.send(alias.address)).toEqual(accepted);
    inbox.setScript({ onRcpt: () => later });
    expect(await mail.send(alias.address)).toEqual(accepted);
    inbox.setScript({ onRcpt: () => unknown });
    mail.worker();
    await mail.drained();
    expect(spare.messages).toHaveLength(2);
    expect(sender.messages).toEqual([]);
  });

  it('is no news either when the other one took the message in an earlier try', async () => {
    const alias = await addAlias('shop', ['owner@inbox.example', 'owner@spare.example']);
    inbox.setScript({ onRcpt: () => later });
    const context = await mail.another({ limits: { ...quickLimits, spoolMaxBytes: 0 } });
    const content = exampleMessage('again');
    expect(await mail.send(alias.address, { context, content })).toEqual(smtpReplies.spoolCrowded);
    inbox.setScript({ onRcpt: () => unknown });
    expect(await mail.send(alias.address, { context, content })).toEqual(accepted);
    mail.worker();
    await mail.drained();
    expect(spare.messages).toHaveLength(1);
    expect(sender.messages).toEqual([]);
  });

  it('is no news either when the other one took the message from the spool', async () => {
    const alias = await addAlias('shop', ['owner@inbox.example', 'owner@spare.example']);
    inbox.setScript({ onRcpt: () => later });
    spare.setScript({ onRcpt: () => later });
    const context = await mail.another({ limits: { ...quickLimits, giveUpAfterMs: 6_000, retryDelaysMs: [200] } });
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    spare.setScript({});
    mail.worker(context);
    await spare.waitForMessages(1);
    await mail.drained();
    expect(spare.messages).toHaveLength(1);
    expect(sender.messages).toEqual([]);
  });

  it('counts as failing after five refusals, its owner is told once, and not after it takes mail again', async () => {
    const alias = await addAlias('shop', ['owner@inbox.example', 'owner@spare.example']);
    inbox.setScript({ onRcpt: () => unknown });
    for (let count = 1; count <= 4; count += 1) await mail.send(alias.address);
    expect(await failingTargets()).toBe(0);
    for (let count = 5; count <= 6; count += 1) await mail.send(alias.address);
    expect(await failingTargets()).toBe(1);
    mail.worker();
    await mail.drained();
    const notices = spare.messages.filter(({ raw }) => raw.includes('An inbox behind your aliases refuses mail'));
    expect(notices).toHaveLength(1);
    inbox.setScript({});
    await mail.send(alias.address);
    expect(await failingTargets()).toBe(0);
  });
});

describe('mail that waits', () => {
  it('is told to its owner once, after four hours', async () => {
    const alias = await addAlias('shop', ['owner@inbox.example', 'owner@spare.example']);
    inbox.setScript({ onRcpt: () => later });
    const context = await mail.another({
      limits: { ...quickLimits, retryDelaysMs: [60_000], giveUpAfterMs: 6 * 86_400_000 },
    });
    for (let count = 1; count <= 3; count += 1) await mail.send(alias.address, { context });
    await sweepSpool(context);
    await mail.tell(context);
    expect((await mail.waiting()).deliveries).toBe(3);
    await sql`update spool_deliveries set created_at = now() - interval '241 minutes'`.execute(mail.test.database.db);
    await Promise.all([sweepSpool(context), sweepSpool(context)]);
    await mail.tell(context);
    expect((await mail.waiting()).deliveries).toBe(4);
    await sweepSpool(context);
    await mail.tell(context);
    expect((await mail.waiting()).deliveries).toBe(4);
    inbox.setScript({});
    mail.worker(context);
    const notices = () => [...inbox.messages, ...spare.messages].filter(({ raw }) => raw.includes('is waiting'));
    await expect.poll(() => notices().length).toBe(1);
    const { text } = await PostalMime.parse(notices()[0]?.raw ?? '');
    expect(text).toContain('for more than four hours. It is kept, encrypted, and tried again until it is 6 days old.');
  });

  it('is told to every owner who can be told', async () => {
    inbox.setScript({ onRcpt: () => later });
    for (let count = 1; count <= 4; count += 1) await mail.send((await addAlias(`shop${count}`)).address);
    const { db } = mail.test.database;
    await sql`update spool_deliveries set created_at = now() - interval '241 minutes'`.execute(db);
    await sql`update targets set value_sealed = 'cannot be opened'
      where user_id in (select id from users order by id limit 2)`.execute(db);
    await sweepSpool(mail.context);
    await mail.tell();
    expect((await mail.waiting()).deliveries).toBe(6);
    expect(mail.logLines.join('').match(/notice_not_sent/g)).toHaveLength(2);
  });

  it('is dropped when its owner blocks the author meanwhile', async () => {
    const alias = await addAlias('shop');
    inbox.setScript({ onRcpt: () => later });
    expect(await mail.send(alias.address)).toEqual(accepted);
    await mail.blockContact(alias, 'bob@sender.example');
    inbox.setScript({});
    mail.worker();
    await mail.drained();
    expect(inbox.messages).toEqual([]);
    expect(sender.messages).toEqual([]);
  });
});
