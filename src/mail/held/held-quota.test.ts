import { afterEach, beforeEach, expect, it } from 'vitest';
import { readTrace, startTrace } from '#core/alias-traces/alias-traces.ts';
import { changeHolding } from '#core/held/held-mail.ts';
import { listSenderRules } from '#core/sender-rules/sender-rules.ts';
import { sweepHeld } from '#mail/held/sweep-held.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { systemClock } from '#platform/clock.ts';
import { createHeldWorld, type HeldWorld } from '#support/held-world.ts';

let world: HeldWorld;
let { mail, alias, hold, sendForged, heldOf, soleHeld, release } = {} as HeldWorld;
beforeEach(async () => {
  world = await createHeldWorld();
  ({ mail, alias, hold, sendForged, heldOf, soleHeld, release } = world);
  await hold(7);
});
afterEach(() => world.close());

/** More than half of what an account may have. */
const large = `${'x'.repeat(70)}\r\n`.repeat(160);

async function lastUsedOn(): Promise<string | null> {
  const { rows } = await mail.test.database.pool.query<{ day: string | null }>(
    'select last_used_on::text as day from aliases where id = $1',
    [alias.aliasId],
  );
  return rows[0]?.day ?? null;
}

it('a forged message that is refused for a full quota is no use of the alias, and its trace says so', async () => {
  await sendForged(alias.address, 'first', large);
  const idling = `update aliases set idle_days = 30, last_used_on = current_date - 5 where id = $1`;
  await mail.test.database.pool.query(idling, [alias.aliasId]);
  const before = await lastUsedOn();
  await startTrace(mail.context, alias);
  expect(await sendForged(alias.address, 'second', large)).toEqual(smtpReplies.unauthenticated);
  expect(await lastUsedOn()).toBe(before);
  const line = { event: 'message', outcome: 'refuse', reply: '550 5.7.26' };
  await expect.poll(async () => (await readTrace(mail.context, alias))?.lines).toMatchObject([line]);
  // What is kept is one.
  expect(await sendForged(alias.address, 'third')).toEqual(smtpReplies.messageAccepted);
  expect(await lastUsedOn()).not.toBe(before);
});

it('what is held of an alias in the bin stays for its return, until the account needs the room', async () => {
  const { userId } = alias;
  const other = await mail.addAlias({ local: 'other', targets: ['bea@inbox.example'], userId });
  await sendForged(other.address, 'old', large);
  await mail.test.database.db
    .updateTable('aliases')
    .set({ binnedAt: new Date(systemClock.now()), binEndsAt: new Date(systemClock.now() + 1e9) })
    .where('id', '=', other.aliasId)
    .execute();
  await changeHolding(mail.context, userId, { heldDigest: true });
  await sweepHeld(mail.context);
  // No mail of the day about what nobody sees.
  expect(await mail.test.database.db.selectFrom('outgoingNotices').select('id').execute()).toEqual([]);
  await sendForged(alias.address, 'small');
  const rows = () => mail.test.database.db.selectFrom('heldMail').select('aliasId').execute();
  expect(await rows()).toHaveLength(2);
  expect(await sendForged(alias.address, 'new', large)).toEqual(smtpReplies.messageAccepted);
  expect(await rows()).toEqual([{ aliasId: alias.aliasId }, { aliasId: alias.aliasId }]);
  expect((await heldOf()).map(({ subject }) => subject)).toEqual(['Subject of new', 'Subject of small']);
});

it('its sender is let through only if the message is released', async () => {
  await sendForged();
  const { id } = await soleHeld();
  const { pool } = mail.test.database;
  await pool.query(
    `create function stop() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$`,
  );
  await pool.query('create trigger stop before insert on spool_messages for each row execute function stop()');
  await expect(release(id, { allow: true })).rejects.toThrow('no more');
  expect(await heldOf()).toHaveLength(1);
  expect(await listSenderRules(mail.context, alias.userId)).toEqual([]);
  await pool.query('drop trigger stop on spool_messages');
  const results = await Promise.allSettled([release(id, { allow: true }), release(id, { allow: true })]);
  expect(results.map(({ status }) => status).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['fulfilled', 'rejected']);
  expect(await listSenderRules(mail.context, alias.userId)).toHaveLength(1);
});

it('a trace says of an alias that has ended that its mail is refused', async () => {
  await mail.test.database.db
    .updateTable('aliases')
    .set({ expiresAt: new Date(0) })
    .execute();
  await startTrace(mail.context, alias);
  expect(await mail.send(alias.address)).toEqual(smtpReplies.unknownRecipient);
  const line = { event: 'recipient', outcome: 'refuse', verdict: null, reply: '550 5.1.1' };
  await expect.poll(async () => (await readTrace(mail.context, alias))?.lines).toMatchObject([line]);
});
