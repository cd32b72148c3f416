import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepSpool } from '#mail/queue/spool-worker.ts';
import { systemClock } from '#platform/clock.ts';
import { addTarget } from '#support/add-target.ts';
import {
  createTestMail,
  exampleMessage,
  type TestAlias,
  type TestMail,
  type TestContext,
} from '#support/mail-engine.ts';
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

function recipients(sink: SmtpSink): string[] {
  return sink.messages.map(({ rcptTo }) => String(rcptTo[0])).toSorted(byText);
}

async function relink(aliasId: string, targetIds: readonly string[]): Promise<void> {
  const { db } = mail.test.database;
  await db.deleteFrom('aliasTargets').where('aliasId', '=', aliasId).execute();
  for (const [position, targetId] of targetIds.entries()) {
    await db.insertInto('aliasTargets').values({ aliasId, targetId, position }).execute();
  }
}

async function targetIdOf(aliasId: string): Promise<string> {
  const link = mail.test.database.db.selectFrom('aliasTargets').select('targetId').where('aliasId', '=', aliasId);
  return (await link.executeTakeFirstOrThrow()).targetId;
}

/** From a sender who is told of failures at two.example. */
async function provenSend({ address }: TestAlias, context: TestContext = mail.context): Promise<void> {
  mail.dns.add({ 'two.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
  const content = exampleMessage('proven').replace('bob@sender.example', 'bob@two.example');
  await mail.send(address, { from: 'bob@two.example', content, context });
}

async function settled(): Promise<void> {
  await expect.poll(() => mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
}

describe('what the owner changes while mail waits', () => {
  it('moves waiting mail to the present targets of a re-targeted alias, once each', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['old@one.example', 'older@one.example'] });
    await mail.send(alias.address);
    const fresh = await addTarget(mail.context, { userId: alias.userId, target: 'new@two.example', confirmed: true });
    await relink(alias.aliasId, [fresh]);
    mail.worker();
    await settled();
    expect(recipients(one)).toEqual([]);
    expect(recipients(two)).toEqual(['new@two.example']);
  });

  it('sends nothing twice when the alias is left with a target that has the message already', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@two.example', 'ann@one.example'] });
    const context = await mail.another({ settings: { cutThrough: true } });
    one.setScript({ onRcpt: () => ({ code: 451 }) });
    await mail.send(alias.address, { context });
    expect(recipients(two)).toEqual(['ann@two.example']);
    await relink(alias.aliasId, [await targetIdOf(alias.aliasId)]);
    mail.worker();
    await settled();
    expect(recipients(two)).toEqual(['ann@two.example']);
  });

  it('delivers to a target whose link was made anew', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address);
    await relink(alias.aliasId, [await targetIdOf(alias.aliasId)]);
    mail.worker();
    await settled();
    expect(recipients(one)).toEqual(['ann@one.example']);
  });

  it('waits for a new target until it is confirmed', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['old@one.example'] });
    await mail.send(alias.address);
    const fresh = await addTarget(mail.context, { userId: alias.userId, target: 'new@two.example', confirmed: false });
    await relink(alias.aliasId, [fresh]);
    mail.worker();
    await expect.poll(attempts).toBeGreaterThan(1);
    expect(two.received).toHaveLength(0);
    await mail.test.database.db
      .updateTable('targets')
      .set({ confirmedAt: new Date(systemClock.now()) })
      .where('id', '=', fresh)
      .execute();
    await settled();
    expect(recipients(two)).toEqual(['new@two.example']);
  });

  it('brings mail back to the first target of an alias that was moved away and back', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address);
    const first = await targetIdOf(alias.aliasId);
    const second = await addTarget(mail.context, { userId: alias.userId, target: 'new@two.example', confirmed: true });
    two.setScript({ onRcpt: () => ({ code: 451 }) });
    await relink(alias.aliasId, [second]);
    mail.worker();
    await expect.poll(() => two.connectionCount()).toBeGreaterThan(0);
    await relink(alias.aliasId, [first]);
    await settled();
    expect(recipients(one)).toEqual(['ann@one.example']);
    expect(recipients(two)).toEqual([]);
  });

  it('drops what followed the alias when its author is blocked afterwards', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['old@one.example'] });
    await mail.send(alias.address);
    const fresh = await addTarget(mail.context, { userId: alias.userId, target: 'new@two.example', confirmed: true });
    two.setScript({ onRcpt: () => ({ code: 451 }) });
    await relink(alias.aliasId, [fresh]);
    mail.worker();
    await expect.poll(() => two.connectionCount()).toBeGreaterThan(0);
    await mail.blockContact(alias, 'bob@sender.example');
    await settled();
    expect(recipients(two)).toEqual([]);
  });

  it('tells nobody of a target that refuses what another one took before the alias was moved', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@two.example', 'ann@one.example'] });
    const context = await mail.another({ settings: { cutThrough: true } });
    one.setScript({ onRcpt: () => ({ code: 451 }) });
    await provenSend(alias, context);
    const fresh = await addTarget(mail.context, { userId: alias.userId, target: 'new@one.example', confirmed: true });
    await relink(alias.aliasId, [await targetIdOf(alias.aliasId), fresh]);
    one.setScript({ onRcpt: () => ({ code: 550 }) });
    mail.worker();
    await settled();
    expect(recipients(two)).toEqual(['ann@two.example']);
  });

  it('tells the sender when the only target withdrew', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await provenSend(alias);
    await mail.test.database.db.updateTable('targets').set({ confirmedAt: null }).execute();
    mail.worker();
    await settled();
    expect(recipients(one)).toEqual([]);
    expect(recipients(two)).toEqual(['bob@two.example']);
    expect(two.messages[0]?.raw.toString()).toContain('Status: 5.2.0');
  });

  it('tells the sender when the owner removes the one target that had not refused', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    const context = await mail.another({ settings: { cutThrough: true } });
    one.setScript({ onRcpt: () => ({ code: 550 }) });
    two.setScript({ onRcpt: () => ({ code: 451 }) });
    await provenSend(alias, context);
    two.setScript({});
    await relink(alias.aliasId, [await targetIdOf(alias.aliasId)]);
    mail.worker();
    await settled();
    expect(recipients(two)).toEqual(['bob@two.example']);
  });

  it('drops what waits for a target that withdrew', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    await mail.send(alias.address);
    const withdrawn = await targetIdOf(alias.aliasId);
    await mail.test.database.db.updateTable('targets').set({ confirmedAt: null }).where('id', '=', withdrawn).execute();
    mail.worker();
    await settled();
    expect([...recipients(one), ...recipients(two)]).toHaveLength(1);
  });

  it('drops what waits for a paused alias', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address);
    await mail.test.database.db.updateTable('aliases').set({ active: false }).where('id', '=', alias.aliasId).execute();
    mail.worker();
    await settled();
    expect(one.received).toHaveLength(0);
  });

  it('erases what waits for a deleted alias or account', async () => {
    const first = await mail.addAlias({ local: 'first', targets: ['ann@one.example'] });
    const second = await mail.addAlias({ local: 'second', targets: ['bea@one.example'] });
    await mail.send([first.address, second.address]);
    const { db } = mail.test.database;
    await db.deleteFrom('aliases').where('id', '=', first.aliasId).execute();
    await db.deleteFrom('users').where('id', '=', second.userId).execute();
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 0 });
    await sweepSpool(mail.context);
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
  });

  const attempts = async (): Promise<number> => {
    const { rows } = await sql<{ attempts: number }>`select attempts from spool_deliveries`.execute(
      mail.test.database.db,
    );
    return rows[0]?.attempts ?? 0;
  };
});
