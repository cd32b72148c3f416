import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openQueueFreeze, endQueueFreeze } from '#mail/queue/state/suspension.ts';
import { sweepSpool } from '#mail/queue/spool-worker.ts';
import { systemClock } from '#platform/clock.ts';
import type { TestMail } from '#support/mail-engine.ts';
import { startOneInbox, type OneInbox } from '#support/one-inbox.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';

const dayMs = 24 * 60 * 60 * 1000;

let inboxes: OneInbox;
let sink: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  inboxes = await startOneInbox();
  ({ mail, sink } = inboxes);
});
afterEach(() => inboxes.close());

it('holds new and waiting mail back after a restore, and gives it all its time when it is released', async () => {
  const { db } = mail.test.database;
  // A backup that was restored five days later: all in it would be over.
  const madeAt = new Date(systemClock.now() - 5 * dayMs);
  await db.insertInto('deliveryHold').values({ since: madeAt }).execute();
  const hold = await openQueueFreeze(mail.context);
  const context = await mail.another({ hold });
  const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
  expect(await mail.send(alias.address, { context })).toMatchObject({ code: 250 });
  await sql`update spool_deliveries set next_attempt_at = ${madeAt}, created_at = ${madeAt},
    expires_at = ${madeAt}::timestamptz + interval '3 days'`.execute(db);
  mail.worker(context);
  await sweepSpool(context);
  expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
  expect(sink.received).toEqual([]);

  expect(await endQueueFreeze(mail.test.database)).toBe(1);
  await hold.released;
  await mail.drained();
  expect(sink.messages).toHaveLength(1);
  expect(await endQueueFreeze(mail.test.database)).toBeNull();
  hold.close();
});

it('asks nobody where nothing is held', async () => {
  const hold = await openQueueFreeze(mail.context);
  expect(hold.held).toBe(false);
  await hold.released;
});
