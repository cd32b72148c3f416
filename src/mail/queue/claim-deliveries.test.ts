import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDeliveries, freeLeases } from '#mail/queue/claim-deliveries.ts';
import { destinationHash } from '#mail/queue/state/delivery.ts';
import { createTestMail, quickLimits, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  sink = await startSmtpSink();
  const transport = createSinkTransport({ 'one.example': sink.port });
  mail = await createTestMail({ transport, settings: { cutThrough: false } });
  const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
  await mail.send(alias.address);
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
});

/** A process that claims what is due and dies. */
async function die(): Promise<string> {
  const limits = { ...quickLimits, leaseMs: 300_000, retryDelaysMs: [300_000] };
  const context = await mail.another({ limits });
  const hash = destinationHash(context.keys, context.transport, 'ann@one.example');
  expect(await claimDeliveries(context, [{ destinationHash: hash, count: 10 }])).toHaveLength(1);
  return context.leaseHolder;
}

describe('freeLeases', () => {
  it('lets others deliver at once what a process that is gone was the first to try', async () => {
    const holder = await die();
    mail.worker();
    await freeLeases(mail.context, holder);
    await mail.drained();
    expect(sink.messages).toHaveLength(1);
  });

  it('leaves a message on which processes die again and again to its schedule', async () => {
    await freeLeases(mail.context, await die());
    await freeLeases(mail.context, await die());
    const { rows } = await sql`
      select state, attempts, lease_id, leased_by, next_attempt_at > now() + interval '200 s' as later
      from spool_deliveries`.execute(mail.test.database.db);
    expect(rows).toEqual([{ state: 'waiting', attempts: 2, leaseId: null, leasedBy: null, later: true }]);
  });

  it('takes nothing from a process that lives', async () => {
    await die();
    await freeLeases(mail.context, mail.context.leaseHolder);
    const { rows } = await sql`select 1 from spool_deliveries where state = 'in_flight'`.execute(mail.test.database.db);
    expect(rows).toHaveLength(1);
  });
});
