import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { spoolDay } from '#mail/queue/spool-sealing.ts';
import { sweepSpool } from '#mail/queue/spool-worker.ts';
import { createTestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';

describe('sweepSpool', () => {
  it('destroys the key of a past day with its last message', async () => {
    const sink = await startSmtpSink();
    const transport = createSinkTransport({ 'one.example': sink.port });
    const mail = await createTestMail({ transport, settings: { cutThrough: false } });
    const { context } = mail;
    const today = spoolDay(context.clock);
    const past = await mail.another({
      settings: { cutThrough: false },
      clock: { now: () => context.clock.now() - 3 * 24 * 60 * 60 * 1000 },
    });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'], ageMs: 0 });
    expect(await mail.send(alias.address, { context: past })).toEqual(smtpReplies.messageAccepted);
    const versions = async (): Promise<number[]> => {
      const keys = await mail.test.database.db
        .selectFrom('keys')
        .select('version')
        .where('purpose', '=', 'spool')
        .execute();
      return keys.map(({ version }) => version);
    };
    await sweepSpool(context);
    expect(await versions()).toEqual([today - 3]);
    mail.worker();
    await expect.poll(versions).toEqual([]);
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
    await transport.close();
    await mail.close();
    await sink.stop();
  });

  it('brings back what was kept by a clock that was a year ahead', async () => {
    const sink = await startSmtpSink();
    const transport = createSinkTransport({ 'one.example': sink.port });
    const mail = await createTestMail({ transport, settings: { cutThrough: false } });
    const { db } = mail.test.database;
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    for (let count = 1; count <= 2; count += 1) await mail.send(alias.address);
    const { id } = await db.selectFrom('spoolDeliveries').select('id').limit(1).executeTakeFirstOrThrow();
    // One of them was in the hands of a process that is gone.
    await sql`update spool_deliveries set created_at = now() + interval '1 year', expires_at = now() + interval '369 days',
      next_attempt_at = now() + interval '1 year',
      lease_id = case when id = ${id} then gen_random_uuid() end,
      lease_until = case when id = ${id} then now() + interval '1 year' end,
      state = case when id = ${id} then 'in_flight' else 'waiting' end`.execute(db);
    await sweepSpool(mail.context);
    const { rows } = await sql<{ due: boolean; ends: boolean; freed: boolean }>`
      select next_attempt_at <= now() as due, expires_at <= now() + interval '5 days' and created_at <= now() as ends,
        coalesce(lease_until < now() + interval '1 hour', true) as freed from spool_deliveries`.execute(db);
    const good = { due: true, ends: true, freed: true };
    expect(rows).toEqual([good, good]);
    expect(mail.logLines.join('')).toContain('"spool.clock_put_back","deliveries":2');
    await transport.close();
    await mail.close();
    await sink.stop();
  });

  it('ends all that is over and tells of it, of what cannot be read too', async () => {
    const sink = await startSmtpSink();
    const transport = createSinkTransport({ 'one.example': sink.port });
    const mail = await createTestMail({ transport, settings: { cutThrough: false } });
    const { db } = mail.test.database;
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    for (let count = 1; count <= 3; count += 1) await mail.send(alias.address);
    const { id } = await db.selectFrom('spoolMessages').select('id').limit(1).executeTakeFirstOrThrow();
    const broken = { envelopeSealed: Buffer.from('not an envelope') };
    await db.updateTable('spoolMessages').set(broken).where('id', '=', id).execute();
    await sql`update spool_deliveries set expires_at = now() - case when message_id = ${id} then interval '1 day'
      else interval '0' end`.execute(db);
    await sweepSpool(mail.context);
    await mail.tell();
    const left = await db.selectFrom('spoolDeliveries').select(['aliasId', 'userId']).execute();
    // One mail to the owner.
    expect(left).toEqual([{ aliasId: null, userId: alias.userId }]);
    expect(mail.logLines.join('')).not.toContain('spool.give_up_failed');
    await transport.close();
    await mail.close();
    await sink.stop();
  });

  it('tells of late mail without waiting for whoever changes the account, who may wait for that mail', async () => {
    const sink = await startSmtpSink();
    const transport = createSinkTransport({ 'one.example': sink.port });
    const mail = await createTestMail({ transport, settings: { cutThrough: false } });
    const { db } = mail.test.database;
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address);
    await sql`update spool_deliveries set created_at = now() - interval '5 hours'`.execute(db);
    const told = async () =>
      (await db.selectFrom('spoolDeliveries').select('noticedAt').executeTakeFirstOrThrow()).noticedAt !== null;
    await db.transaction().execute(async (transaction) => {
      await sql`select id from users for update`.execute(transaction);
      await sweepSpool(mail.context);
      await sql`select id from spool_deliveries for update`.execute(transaction);
    });
    expect(await told()).toBe(false);
    await sweepSpool(mail.context);
    expect(await told()).toBe(true);
    await transport.close();
    await mail.close();
    await sink.stop();
  });
});
