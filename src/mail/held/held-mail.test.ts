import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTraceByCode, startTrace } from '#core/alias-traces/alias-traces.ts';
import { changeHolding, deleteHeld } from '#core/held/held-mail.ts';
import { addSenderRule, listSenderRules } from '#core/sender-rules/sender-rules.ts';
import { sweepHeld } from '#mail/held/sweep-held.ts';
import { sweepSpool } from '#mail/queue/spool-worker.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { systemClock } from '#platform/clock.ts';
import { searchDatabase } from '#support/database-search.ts';
import { createHeldWorld, type HeldWorld } from '#support/held-world.ts';
import { exampleMessage } from '#support/mail-engine.ts';
import { addOwnDomain } from '#support/own-domain.ts';

const dayMs = 24 * 60 * 60 * 1000;
const unknownId = 'a3a4c5d6-0000-4000-8000-000000000001';

let world: HeldWorld;
let { mail, alias, sink, hold, sendForged, heldOf, soleHeld, release } = {} as HeldWorld;
beforeEach(async () => {
  world = await createHeldWorld();
  ({ mail, alias, sink, hold, sendForged, heldOf, soleHeld, release } = world);
});
afterEach(() => world.close());

describe('what would be refused', () => {
  it('is refused until its owner was asked, and held afterwards, as long as was chosen', async () => {
    expect(await sendForged()).toEqual(smtpReplies.unauthenticated);
    await hold(7);
    expect(await sendForged()).toEqual(smtpReplies.messageAccepted);
    const message = await soleHeld();
    expect(message).toMatchObject({
      aliasId: alias.aliasId,
      alias: alias.address,
      from: 'Bob Builder <eve@forged.example>',
      subject: 'Subject of forged',
      reason: 'unauthenticated',
      proven: false,
    });
    expect(Date.parse(message.expiresAt) - Date.parse(message.receivedAt)).toBe(7 * dayMs);
    expect(sink.messages).toEqual([]);
    expect(mail.refusals).toEqual([]);
    await hold(0);
    expect(await sendForged()).toEqual(smtpReplies.unauthenticated);
    expect(mail.refusals).toEqual([alias.aliasId]);
    expect(await heldOf()).toHaveLength(1);
  });

  it('is released as it came, marked, once however often that is asked', async () => {
    await hold(7);
    const body = `${'long '.repeat(2000)}\r\n`;
    await sendForged(alias.address, 'long', body);
    const { id } = await soleHeld();
    await expect(release(id, {}, unknownId)).rejects.toMatchObject({ code: 'not_found' });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => release(id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(failures).toMatchObject(Array(4).fill({ code: 'not_found' }));
    mail.worker();
    const [arrived] = await sink.waitForMessages(1);
    await mail.drained();
    expect(sink.messages).toHaveLength(1);
    const text = (arrived?.raw.toString() ?? '').replaceAll('\r\n ', ' ');
    expect(text).toContain('X-Kauke-Held: unauthenticated\r\n');
    expect(text).toMatch(/^From: "\[unverified\] Bob Builder \(eve at forged\.example\)" <reply=/m);
    expect(text.endsWith(`Body of long\r\n${body}`)).toBe(true);
    expect(await heldOf()).toEqual([]);
  });

  it('comes through after its sender was allowed at its release', async () => {
    await hold(7);
    await sendForged();
    const { id } = await soleHeld();
    await release(id, { allow: true, evenIfRejected: true });
    expect(await sendForged(alias.address, 'next')).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages.map(({ raw }) => raw.includes('Body of next'))).toEqual([true]);
    expect(sink.messages[0]?.raw.includes('X-Kauke-Held')).toBe(false);
    expect(await listSenderRules(mail.context, alias.userId)).toMatchObject([
      { scope: { aliasId: alias.aliasId }, match: 'eve@forged.example', action: 'allow', evenIfRejected: true },
    ]);
  });

  it('stays held where the alias takes nothing now', async () => {
    await hold(7);
    await sendForged();
    const { id } = await soleHeld();
    await mail.test.database.db.updateTable('aliases').set({ active: false }).execute();
    await expect(release(id)).rejects.toMatchObject({ code: 'held_alias_off' });
    expect(await heldOf()).toHaveLength(1);
  });

  it('is erased when its owner deletes it, and nobody else can', async () => {
    await hold(7);
    await sendForged();
    const { id } = await soleHeld();
    await expect(deleteHeld(mail.context, { userId: unknownId, id })).rejects.toMatchObject({ code: 'not_found' });
    await deleteHeld(mail.context, { userId: alias.userId, id });
    expect(await mail.test.database.db.selectFrom('heldChunks').select('heldId').execute()).toEqual([]);
    await expect(release(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused beyond the quota of the account, also where much comes at once', async () => {
    await hold(7);
    const large = `${'x'.repeat(70)}\r\n`.repeat(80);
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => sendForged(alias.address, `n${n}`, large)));
    const taken = replies.filter(({ code }) => code === 250);
    expect(taken).toHaveLength(3);
    expect(new Set(replies)).toEqual(new Set([smtpReplies.messageAccepted, smtpReplies.unauthenticated]));
    expect(await heldOf()).toHaveLength(3);
  });

  it('is refused where the disk has no room for mail', async () => {
    await hold(7);
    const content = exampleMessage('full').replace('bob@sender.example', 'eve@forged.example');
    const context = await mail.another({ room: { bytes: 0, take: () => {} } });
    const options = { from: 'eve@forged.example', content, context };
    expect(await mail.send(alias.address, options)).toEqual(smtpReplies.unauthenticated);
  });

  it('is taken from its sender when one alias holds it, and the others are told no word of it', async () => {
    await hold(7);
    const other = await mail.addAlias({ local: 'other', targets: ['cy@inbox.example'] });
    expect(await sendForged([alias.address, other.address])).toEqual(smtpReplies.messageAccepted);
    expect(await heldOf()).toHaveLength(1);
    expect(await heldOf(other)).toEqual([]);
    const notices = await mail.test.database.db
      .selectFrom('outgoingNotices')
      .select(['userId', 'wordsSealed'])
      .execute();
    expect(notices.map(({ userId }) => userId)).toEqual([other.userId]);
  });

  it('that is damaged hides no other one, in the list and in the mail of the day', async () => {
    await hold(7);
    await sendForged(alias.address, 'damaged');
    const { id } = await soleHeld();
    await sendForged(alias.address, 'whole');
    const damage = 'update held_mail set envelope_sealed = $2 where id = $1';
    await mail.test.database.pool.query(damage, [id, Buffer.alloc(99)]);
    expect(await heldOf()).toMatchObject([{ subject: 'Subject of whole' }]);
    await changeHolding(mail.context, alias.userId, { heldDigest: true });
    await sweepHeld(mail.context);
    const notices = await mail.test.database.db.selectFrom('outgoingNotices').select('userId').execute();
    expect(notices).toEqual([{ userId: alias.userId }]);
  });

  it('is refused where it is for the operator as well, who would hear nothing of it', async () => {
    await hold(7);
    expect(await sendForged([alias.address, 'postmaster@kauke.test'])).toEqual(smtpReplies.unauthenticated);
    expect(await heldOf()).toEqual([]);
  });

  it('is refused where it is for a name that is no alias yet as well, which would hear nothing of it', async () => {
    await hold(7);
    const options = {
      userId: alias.userId,
      name: 'all.example',
      catchAll: 'all',
      forwardTo: ['box@inbox.example'],
    } as const;
    await addOwnDomain(mail.context, options);
    expect(await sendForged([alias.address, 'new@all.example'])).toEqual(smtpReplies.unauthenticated);
    expect(await heldOf()).toEqual([]);
    // Once it is an alias, it has an owner who is told.
    expect(await mail.send('new@all.example')).toEqual(smtpReplies.messageAccepted);
    expect(await sendForged([alias.address, 'new@all.example'])).toEqual(smtpReplies.messageAccepted);
    expect(await heldOf()).toHaveLength(2);
  });

  it('ends at its day, and its key with the last message of that day', async () => {
    await hold(14);
    await sendForged();
    const keyOf = async () =>
      mail.test.database.db.selectFrom('keys').select('version').where('purpose', '=', 'spool').execute();
    const nearTheEnd = await mail.another({ clock: { now: () => systemClock.now() + 13 * dayMs } });
    await sweepHeld(nearTheEnd);
    await sweepSpool(nearTheEnd);
    expect(await keyOf()).toHaveLength(1);
    expect((await soleHeld()).subject).toBe('Subject of forged');
    await mail.test.database.pool.query('update held_mail set expires_at = now()');
    await sweepHeld(nearTheEnd);
    await sweepSpool(nearTheEnd);
    expect(await heldOf()).toEqual([]);
    expect(await keyOf()).toEqual([]);
  });

  it('is named once a day in a mail to its owner who wished that', async () => {
    await hold(7);
    await sendForged();
    await sweepHeld(mail.context);
    expect(await mail.test.database.db.selectFrom('outgoingNotices').select('id').execute()).toEqual([]);
    await changeHolding(mail.context, alias.userId, { heldDigest: true });
    await Promise.all([sweepHeld(mail.context), sweepHeld(mail.context)]);
    await sendForged(alias.address, 'second');
    await sweepHeld(mail.context);
    await sweepSpool(mail.context);
    mail.worker();
    const [digest] = await sink.waitForMessages(1);
    await mail.drained();
    expect(sink.messages).toHaveLength(1);
    expect(digest?.rcptTo).toEqual(['ann@inbox.example']);
    expect(digest?.raw.toString()).toContain('Subject: One message is held for you');
    expect(digest?.raw.toString()).toContain('Subject of forged');
  });

  it('is named in no mail while its alias lies in the bin, and in one once it is back', async () => {
    await hold(7);
    await sendForged();
    await changeHolding(mail.context, alias.userId, { heldDigest: true });
    const { db } = mail.test.database;
    const notices = () => db.selectFrom('outgoingNotices').select('id').execute();
    await db
      .updateTable('aliases')
      .set({ binnedAt: sql<Date>`now()`, binEndsAt: sql<Date>`now() + interval '1 day'` })
      .execute();
    await sweepHeld(mail.context);
    expect(await notices()).toEqual([]);
    await db.updateTable('aliases').set({ binnedAt: null, binEndsAt: null }).execute();
    await sweepHeld(mail.context);
    expect(await notices()).toHaveLength(1);
  });

  it('is named whoever else has nothing but mail for aliases in the bin, however few accounts a sweep meets', async () => {
    const other = await mail.addAlias({ local: 'other', targets: ['bob@inbox.example'] });
    for (const { userId, address } of [alias, other]) {
      await changeHolding(mail.context, userId, { holdDays: 7, heldDigest: true });
      await sendForged(address, address.replace('@', '-'));
    }
    const [first, second] = [alias, other].toSorted((one, two) => (one.userId < two.userId ? -1 : 1));
    const { db } = mail.test.database;
    await db
      .updateTable('aliases')
      .set({ binnedAt: sql<Date>`now()`, binEndsAt: sql<Date>`now() + interval '1 day'` })
      .where('id', '=', first?.aliasId ?? '')
      .execute();
    await sweepHeld(mail.context, { accountsAtOnce: 1, roundsMax: 1 });
    expect(await db.selectFrom('outgoingNotices').select('userId').execute()).toEqual([{ userId: second?.userId }]);
  });
});

it('a trace that is begun twice at once is begun once', async () => {
  const begun = await Promise.all(Array.from({ length: 4 }, () => startTrace(mail.context, alias)));
  const found = await Promise.all(begun.map(({ code }) => findTraceByCode(mail.context, code)));
  expect(found.filter((one) => one !== null)).toMatchObject([{ alias: alias.address }]);
});

it('leaves no sender of a rule, no held subject and no correspondent in the database', async () => {
  await hold(7);
  await sendForged();
  await addSenderRule(mail.context, alias.userId, { scope: 'account', match: 'carol@rival.example', action: 'block' });
  await startTrace(mail.context, alias);
  await mail.send(alias.address);
  const secrets = ['eve@forged.example', 'forged.example', 'Subject of forged', 'carol@rival.example', 'rival.example'];
  expect(await searchDatabase(mail.test.database, [...secrets, 'bob@sender.example', 'sender.example'])).toEqual([]);
});
