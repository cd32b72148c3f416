import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimDeliveries, type ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { deliverClaimed } from '#mail/queue/deliver-claimed.ts';
import { sweepSpool } from '#mail/queue/spool-worker.ts';
import { destinationHash } from '#mail/queue/state/delivery.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { createTestMail, type TestContext, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  sink = await startSmtpSink();
  const transport = createSinkTransport({ 'one.example': sink.port });
  mail = await createTestMail({ transport, settings: { cutThrough: false } });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
});

/** One that waits and is in the hands of this process, with its account. */
async function claimOne(): Promise<{ readonly claimed: ClaimedDelivery; readonly userId: string }> {
  const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
  await mail.send(alias.address);
  const { keys, transport } = mail.context;
  const hash = destinationHash(keys, transport, 'ann@one.example');
  const [claimed] = await claimDeliveries(mail.context, [{ destinationHash: hash, count: 1 }]);
  if (claimed === undefined) throw new Error('nothing was claimed');
  return { claimed, userId: alias.userId };
}

function deliver(claimed: ClaimedDelivery, leave: () => void, context: TestContext = mail.context): Promise<void> {
  const slot = { finish: () => ({ recovered: false }), leave, late: () => {} };
  return deliverClaimed(context, claimed, slot, new Semaphore({}), new AbortController().signal);
}

const damaged = Buffer.from('nothing that was sealed');

describe('a claimed delivery that cannot be read', () => {
  it('alarms nobody where it was erased with its account meanwhile', async () => {
    const { claimed, userId } = await claimOne();
    const { db } = mail.test.database;
    await db.deleteFrom('users').where('id', '=', userId).execute();
    await sweepSpool(mail.context);
    const leave = vi.fn<() => void>();
    await deliver({ ...claimed, envelopeSealed: damaged }, leave);
    expect(leave).toHaveBeenCalledOnce();
    expect(mail.logLines.join('')).not.toContain('spool.unreadable');
    const { rows } = await sql`select 1 from outgoing_notices where user_id is null`.execute(db);
    expect(rows).toEqual([]);
  });

  it('gives its place at the destination back also where the database does not take that', async () => {
    const { claimed } = await claimOne();
    const leave = vi.fn<() => void>();
    const record = () => Promise.reject(new Error('the database is gone'));
    const deaf = { ...mail.context, outcomes: { record } };
    await expect(deliver({ ...claimed, envelopeSealed: damaged }, leave, deaf)).rejects.toThrow('is gone');
    expect(leave).toHaveBeenCalledOnce();
  });
});
