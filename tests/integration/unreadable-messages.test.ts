import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendMessage } from '#support/smtp-client.ts';
import { ownersInbox, startSendingTest, type SendingTest } from '#support/submission.ts';

let test: SendingTest;
beforeAll(async () => {
  test = await startSendingTest();
});
afterAll(() => test.close());

/** The addressee and the subject of what arrives after the first `before`, once something did. */
async function arrivedAfter(before: number) {
  const mails = (await test.sink.waitForMessages(before + 1)).slice(before);
  return Promise.all(
    mails.map(async ({ rcptTo, raw }) => ({ to: rcptTo.join(), subject: (await PostalMime.parse(raw)).subject })),
  );
}

describe('a message that waits and cannot be read', () => {
  it('is set aside and told to the operator, then to its owner', async () => {
    const { db } = test.mail.context.database;
    const alias = await test.addSender();
    test.sink.setScript({ onRcpt: () => ({ code: 451, text: '4.3.0 later' }) });
    await sendMessage({
      port: test.listeners.mxPort ?? 0,
      from: 'bob@b.example',
      to: alias.address,
      data: 'From: bob@b.example\r\n\r\nHello.\r\n',
    });
    await db
      .updateTable('spoolMessages')
      .set({ envelopeSealed: Buffer.from('damaged') })
      .execute();
    test.sink.setScript({});
    const stored = () =>
      db.selectFrom('spoolDeliveries').select(['state', 'attempts']).where('aliasId', '=', alias.aliasId).execute();
    const told = test.sink.messages.length;
    await expect.poll(stored).toMatchObject([{ state: 'set_aside' }]);
    expect(await arrivedAfter(told)).toEqual([
      { to: 'operator@inbox.example', subject: 'A message that waits cannot be read' },
    ]);
    expect(test.mail.logLines.join('')).toContain('spool.unreadable');
    const [{ attempts } = { attempts: 0 }] = await stored();
    await sql`update spool_deliveries set next_attempt_at = now() where state = 'waiting'`.execute(db);
    expect((await stored())[0]?.attempts).toBe(attempts);
    const lost = test.sink.messages.length;
    await sql`update spool_deliveries set expires_at = now()`.execute(db);
    await test.mail.drained();
    expect(await arrivedAfter(lost)).toEqual([
      { to: ownersInbox, subject: 'A message to one of your aliases was lost' },
    ]);
    expect(await test.mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
  });
});
