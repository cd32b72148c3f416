import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailLimits } from '#mail/mail-limits.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { searchDatabase } from '#support/database-search.ts';
import { createTestMail, exampleMessage, quickLimits, type TestContext, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let one: SmtpSink;
let two: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  one = await startSmtpSink();
  two = await startSmtpSink();
  mail = await createTestMail({ transport: createSinkTransport({ 'one.example': one.port, 'two.example': two.port }) });
});

afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await one.stop();
  await two.stop();
});

const accepted = smtpReplies.messageAccepted;

/** A process whose senders do not wait long: enough for what answers, also on a busy machine. */
function another(limits: Partial<MailLimits> = {}): Promise<TestContext> {
  return mail.another({ limits: { ...quickLimits, dispatchDeadlineMs: 2_000, ...limits } });
}

/** A gate for a scripted sink: it answers once `open` is called. */
function createGate() {
  const { promise, resolve } = Promise.withResolvers<'accept' | 'drop'>();
  return { answer: () => promise, open: (action: 'accept' | 'drop' = 'accept') => resolve(action) };
}

describe('dispatchMessage', () => {
  it('gives an inbox that answers the final dot after the deadline exactly one copy', async () => {
    const context = await another();
    const gate = createGate();
    one.setScript({ onData: gate.answer });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
    const { rows } = await sql<{ state: string; leased: boolean }>`
      select state, lease_until > now() as leased from spool_deliveries`.execute(mail.test.database.db);
    expect(rows).toEqual([{ state: 'in_flight', leased: true }]);
    mail.worker(context);
    gate.open();
    await mail.drained();
    expect(one.received).toHaveLength(1);
  });

  it('keeps the lease of a delivery that takes many times its length to be answered', async () => {
    const context = await another({ leaseMs: 1_000, leaseRenewMs: 100, retryDelaysMs: [100] });
    const gate = createGate();
    one.setScript({ onData: gate.answer });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    mail.worker(await mail.another({}));
    const { db } = mail.test.database;
    const later = sql<{ later: Date }>`select lease_until + interval '2 seconds' as later from spool_deliveries`;
    const { rows } = await later.execute(db);
    // Three lengths of a lease after it was made, by the clock that leases are kept by.
    const held = sql`select lease_until > now() and now() > ${rows[0]?.later} as held from spool_deliveries`;
    await expect.poll(async () => (await held.execute(db)).rows).toEqual([{ held: true }]);
    expect(one.received).toHaveLength(1);
    gate.open();
    await mail.drained();
    expect(one.messages).toHaveLength(1);
  });

  it('sends again when the connection ends after the final dot without an answer', async () => {
    const context = await another();
    const gate = createGate();
    one.setScript({ onData: gate.answer });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    one.setScript({});
    mail.worker(context);
    gate.open('drop');
    await mail.drained();
    expect(one.messages).toHaveLength(1);
    expect(one.received).toHaveLength(2);
  });

  it('stops an attempt that has not sent its final dot when the deadline passes, and delivers it later', async () => {
    const context = await another();
    one.setScript({ onRcpt: () => 'hang' });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    expect(two.messages).toHaveLength(1);
    one.setScript({});
    mail.worker(context);
    await mail.drained();
    expect(one.messages).toHaveLength(1);
    expect(two.messages).toHaveLength(1);
  });

  it('delivers what it stopped itself at once, whatever the schedule: neither the inbox nor its sender put it off', async () => {
    const context = await another({ retryDelaysMs: [3_600_000] });
    one.setScript({ onRcpt: () => 'hang' });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    one.setScript({});
    mail.worker(context);
    await mail.drained();
    expect(one.messages).toHaveLength(1);
  });

  it('answers 250 while the inbox is down and delivers when it is back', async () => {
    await one.stop();
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    expect(await mail.send(alias.address)).toEqual(accepted);
    mail.worker();
    await one.start();
    await mail.drained();
    expect(one.messages).toHaveLength(1);
  });

  it('leaves nothing of a waiting message to be read in the database', async () => {
    await one.stop();
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann.target@one.example'] });
    const subject = 'Geheimer Betreff = öffentlich nie';
    const body = 'Körper der Nachricht mit = Zeichen und Wörtern';
    const content = `From: Bob <bob@sender.example>\r\nSubject: ${subject}\r\n\r\n${body}\r\n`;
    expect(await mail.send(alias.address, { content })).toEqual(accepted);
    const secrets = [subject, body, 'ann.target@one.example', 'bob@sender.example', 'one.example', 'sender.example'];
    expect(await searchDatabase(mail.test.database, secrets)).toEqual([]);
    expect(await searchDatabase(mail.test.database, [alias.aliasId])).toEqual([alias.aliasId]);
  });

  it('spools without dialing what goes to a destination that is down', async () => {
    await one.stop();
    const context = await mail.another({ limits: { ...quickLimits, backOffFirstMs: 60_000 } });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address, { context });
    await one.start();
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    expect(one.connectionCount()).toBe(0);
    expect(await mail.waiting()).toEqual({ messages: 2, deliveries: 2 });
  });

  it('makes everything for a destination due at once when it answers again', async () => {
    const context = await mail.another({ limits: { ...quickLimits, retryDelaysMs: [3_600_000], backOffFirstMs: 50 } });
    await one.stop();
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address, { context });
    await one.start();
    await pause(60);
    mail.worker(context);
    await mail.send(alias.address, { context });
    await mail.drained();
    expect(one.messages).toHaveLength(2);
  });

  it('has at most so many deliveries under way at one destination', async () => {
    let open = 0;
    let most = 0;
    one.setScript({
      onData: async () => {
        open += 1;
        most = Math.max(most, open);
        await pause(20);
        open -= 1;
        return 'accept' as const;
      },
    });
    const context = await mail.another({ limits: { ...quickLimits, inFlightPerDestination: 3 } });
    const targets = Array.from({ length: 12 }, (_, index) => `ann${index}@one.example`);
    const alias = await mail.addAlias({ local: 'shop', targets });
    expect(await mail.send(alias.address, { context })).toEqual(accepted);
    expect(one.messages).toHaveLength(12);
    expect(most).toBe(3);
  });

  describe('when the spool cannot commit', () => {
    const breakSpool = () => sql`alter table spool_headers rename to broken`.execute(mail.test.database.db);
    const mendSpool = () => sql`alter table broken rename to spool_headers`.execute(mail.test.database.db);

    it('answers 451, and nobody gets a second copy on the retry', async () => {
      await breakSpool();
      one.setScript({ onRcpt: () => ({ code: 451 }) });
      const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
      const content = exampleMessage('retried');
      expect(await mail.send(alias.address, { content })).toEqual(smtpReplies.tryLater);
      expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
      await mendSpool();
      one.setScript({});
      // The retry comes over another of the sender's hosts.
      expect(await mail.send(alias.address, { content: `Received: from b\r\n${content}` })).toEqual(accepted);
      expect(one.messages).toHaveLength(1);
      expect(two.messages).toHaveLength(1);
      expect(await mail.send(alias.address)).toEqual(accepted);
      expect(two.messages).toHaveLength(2);
    });

    it('delivers the same message again once its retry was taken: an alarm without a date is another one', async () => {
      await breakSpool();
      one.setScript({ onRcpt: () => ({ code: 451 }) });
      const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
      const content = 'From: cam@sender.example\r\nSubject: Motion\r\n\r\nSomebody is at the door.\r\n';
      expect(await mail.send(alias.address, { content })).toEqual(smtpReplies.tryLater);
      await mendSpool();
      one.setScript({});
      expect(await mail.send(alias.address, { content })).toEqual(accepted);
      expect(two.messages).toHaveLength(1);
      expect(await mail.send(alias.address, { content })).toEqual(accepted);
      expect(two.messages).toHaveLength(2);
    });

    it('waits for an unanswered final dot before it sends again', async () => {
      const context = await another();
      await breakSpool();
      const gate = createGate();
      one.setScript({ onData: gate.answer });
      const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
      const content = exampleMessage('unanswered');
      expect(await mail.send(alias.address, { content, context })).toEqual(smtpReplies.tryLater);
      await mendSpool();
      expect(await mail.send(alias.address, { content, context })).toEqual(smtpReplies.tryLater);
      gate.open();
      await one.waitForMessages(1);
      await expect.poll(() => mail.send(alias.address, { content, context })).toEqual(accepted);
      expect(one.received).toHaveLength(1);
    });

    it('sends again when the unanswered delivery was lost', async () => {
      const context = await another();
      await breakSpool();
      const gate = createGate();
      one.setScript({ onData: gate.answer });
      const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
      const content = exampleMessage('lost');
      expect(await mail.send(alias.address, { content, context })).toEqual(smtpReplies.tryLater);
      await mendSpool();
      one.setScript({});
      gate.open('drop');
      await expect.poll(() => mail.send(alias.address, { content, context })).toEqual(accepted);
      expect(one.messages).toHaveLength(1);
    });
  });
});
