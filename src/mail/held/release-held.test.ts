import { afterEach, beforeEach, expect, it } from 'vitest';
import { addSenderRule } from '#core/sender-rules/sender-rules.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createHeldWorld, type HeldWorld } from '#support/held-world.ts';

let world: HeldWorld;
let { mail, alias, sink, hold, sendForged, heldOf, soleHeld, release } = {} as HeldWorld;
beforeEach(async () => {
  world = await createHeldWorld();
  ({ mail, alias, sink, hold, sendForged, heldOf, soleHeld, release } = world);
  await hold(7);
});
afterEach(() => world.close());

async function change(values: { maxMessages?: number; messagesLeft?: number; expiresAt?: Date; active?: boolean }) {
  await mail.test.database.db.updateTable('aliases').set(values).where('id', '=', alias.aliasId).execute();
}

async function left(): Promise<number | null> {
  const { db } = mail.test.database;
  const row = await db.selectFrom('aliases').select('messagesLeft').where('id', '=', alias.aliasId).executeTakeFirst();
  return row?.messagesLeft ?? null;
}

async function delivered(): Promise<number> {
  mail.worker();
  await mail.drained();
  return sink.messages.length;
}

it('its owner’s wish counts against no number of messages, and an alias that had its last one gets it all the same', async () => {
  await change({ maxMessages: 1, messagesLeft: 1 });
  await sendForged(alias.address, 'one');
  await sendForged(alias.address, 'two');
  await sendForged(alias.address, 'three');
  expect(await left()).toBe(1);
  const [first, ...rest] = await heldOf();
  await release(first?.id ?? '');
  expect(await left()).toBe(1);
  await change({ messagesLeft: 0 });
  expect(await mail.send(alias.address)).toEqual(smtpReplies.unknownRecipient);
  // Two at once, each asked for twice.
  const results = await Promise.allSettled([...rest, ...rest].map(({ id }) => release(id)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await delivered()).toBe(3);
  expect(await left()).toBe(0);
  expect(await heldOf()).toEqual([]);
});

it('an alias that ended by its date gets what was held before, a paused one does not', async () => {
  await sendForged();
  await change({ expiresAt: new Date(0), active: false });
  await release((await soleHeld()).id);
  expect(await delivered()).toBe(1);
  await mail.test.database.db.updateTable('aliases').set({ expiresAt: null }).execute();
  await change({ active: true });
  await sendForged(alias.address, 'later');
  await change({ active: false });
  await expect(release((await soleHeld()).id)).rejects.toMatchObject({ code: 'held_alias_off' });
});

it('reaches its owner although its sender is blocked meanwhile', async () => {
  await sendForged();
  await mail.blockContact(alias, 'eve@forged.example');
  await release((await soleHeld()).id);
  expect(await delivered()).toBe(1);
});

it('is not held once more for each try of a sender whom something else keeps from being heard', async () => {
  const other = await mail.addAlias({ local: 'other', targets: ['cy@inbox.example'] });
  const allowed = { match: 'eve@forged.example', action: 'allow', evenIfRejected: true } as const;
  await addSenderRule(mail.context, other.userId, { scope: 'account', ...allowed });
  const { pool } = mail.test.database;
  // A first message is noted on its alias, behind what is held.
  await pool.query('update aliases set ever_used = false');
  await pool.query(
    `create function stop() returns trigger language plpgsql as $$ begin raise exception 'no more'; end $$`,
  );
  await pool.query('create trigger stop before update on aliases for each row execute function stop()');
  await expect(sendForged([alias.address, other.address])).rejects.toThrow('no more');
  await pool.query('drop trigger stop on aliases');
  expect(await heldOf()).toEqual([]);
  expect(await sendForged([alias.address, other.address])).toEqual(smtpReplies.messageAccepted);
  expect(await heldOf()).toHaveLength(1);
});

function datesOf(raw: Buffer | undefined): { readonly text: string; readonly at: number }[] {
  const { fields } = parseMessage(raw ?? Buffer.alloc(0));
  const received = fields.filter(({ key }) => key === 'received').map(fieldText);
  return received.map((text) => ({ text, at: Date.parse(text.slice(text.lastIndexOf(';') + 1)) }));
}

it('tells when it came, and when its owner released it', async () => {
  const receivedAt = new Date('2026-11-01T10:00:00Z');
  const other = await mail.addAlias({ local: 'two', targets: ['cy@inbox.example'], userId: alias.userId });
  await sendForged(alias.address, 'one');
  await sendForged(other.address, 'two');
  await mail.test.database.pool.query('update held_mail set received_at = $1', [receivedAt]);
  const held = await heldOf();
  for (const { id } of held) await release(id);
  expect(await delivered()).toBe(2);
  for (const { raw } of sink.messages) {
    const [released, came, ...more] = datesOf(raw);
    expect(more).toEqual([]);
    const taker = [alias, other].find(({ address }) => raw.includes(`for <${address}>`));
    const { id } = held.find((one) => one.aliasId === taker?.aliasId) ?? {};
    expect(came?.text).toMatch(/^from \S+ \(\[192\.0\.2\.7\]\) by mx\.kauke\.test with E?SMTPS? /u);
    expect(came?.text).toContain(` id ${id} for <${taker?.address}>; Sun, 01 Nov 2026 10:00:00 `);
    expect(released?.text).toMatch(/^by mx\.kauke\.test \(held until its owner released it\) id \S+ for </u);
    expect(released?.text).not.toContain(id);
    expect(released?.at).toBeGreaterThan(receivedAt.getTime());
  }
});
