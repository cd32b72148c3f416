import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failDelivery } from '#mail/queue/fail-delivery.ts';
import { claimDeliveries, type ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { leaseOf } from '#mail/queue/deliver-claimed.ts';
import { destinationHash } from '#mail/queue/state/delivery.ts';
import { sweepSpool } from '#mail/queue/spool-worker.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let inbox: SmtpSink;
let sender: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  [inbox, sender] = await Promise.all([startSmtpSink(), startSmtpSink()]);
  const transport = createSinkTransport({ 'inbox.example': inbox.port, 'sender.example': sender.port });
  mail = await createTestMail({ transport, settings: { cutThrough: false } });
  mail.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await Promise.all([inbox.stop(), sender.stop()]);
});

async function claimAll(): Promise<ClaimedDelivery[]> {
  const { keys, transport } = mail.context;
  return claimDeliveries(mail.context, [
    { destinationHash: destinationHash(keys, transport, 'any@inbox.example'), count: 10 },
  ]);
}

function fail(claimed: ClaimedDelivery): Promise<void> {
  return failDelivery(mail.context, { lease: leaseOf(claimed), status: '5.1.1', refusedRecipient: true });
}

async function deliverRest(): Promise<void> {
  await sweepSpool(mail.context);
  mail.worker();
  await mail.drained();
}

describe('failDelivery', () => {
  it('tells once of a message that all targets of its alias refuse in the same moment', async () => {
    const alias = await mail.addAlias({
      local: 'shop',
      targets: ['a@inbox.example', 'b@inbox.example', 'c@inbox.example'],
    });
    await mail.send(alias.address);
    const claimed = await claimAll();
    expect(claimed).toHaveLength(3);
    await Promise.all(claimed.map(fail));
    await Promise.all(claimed.map((one) => mail.context.outcomes.record(leaseOf(one), 'ended')));
    await deliverRest();
    expect(sender.messages).toHaveLength(1);
    expect(inbox.messages).toEqual([]);
  });

  it('is silent while another target may get the message, and leaves it to that one', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['a@inbox.example', 'b@inbox.example'] });
    await mail.send(alias.address);
    const [first, second] = await claimAll();
    if (first === undefined || second === undefined) throw new Error('not all were claimed');
    await fail(first);
    await mail.context.outcomes.record(leaseOf(second), 'now');
    await deliverRest();
    expect(inbox.messages).toHaveLength(1);
    expect(sender.messages).toEqual([]);
  });

  it('leaves a delivery alone whose lease went to another process', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['a@inbox.example', 'b@inbox.example'] });
    await mail.send(alias.address);
    const claimed = await claimAll();
    await sql`update spool_deliveries set lease_id = gen_random_uuid()`.execute(mail.test.database.db);
    await Promise.all(claimed.map(fail));
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 2 });
  });
});
