import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeHolding, deleteHeld } from '#core/held/held-mail.ts';
import { endTrace, findTraceByCode, readTrace, startTrace } from '#core/alias-traces/alias-traces.ts';
import { addSenderRule, listSenderRules, removeSenderRule } from '#core/sender-rules/sender-rules.ts';
import { sweepHeld } from '#mail/held/sweep-held.ts';
import { sweepSpool } from '#mail/queue/sweep-spool.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { searchDatabase } from '#support/database-search.ts';
import { createTestMail, exampleMessage, quickLimits, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const dayMs = 24 * 60 * 60 * 1000;
const unknownId = 'a3a4c5d6-0000-4000-8000-000000000001';

let sink: SmtpSink;
let mail: TestMail;
let alias: TestAlias;

beforeEach(async () => {
  sink = await startSmtpSink();
  mail = await createTestMail({
    transport: createSinkTransport({ 'inbox.example': sink.port, 'sender.example': sink.port }),
    settings: { unauthenticatedMail: 'refuse' },
    limits: { ...quickLimits, heldMaxBytes: 20_000, chunkBytes: 4096 },
  });
  alias = await mail.addAlias({ local: 'shop', targets: ['ann@inbox.example'] });
  // The client of every test: SPF vouches for this domain.
  mail.dns.add({ 'sender.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
});
afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
});

function hold(holdDays: number, of = alias) {
  return changeHolding(mail.context, of.userId, { holdDays });
}
/** Nobody vouches for it. */
function sendForged(to: string | readonly string[] = alias.address, id = 'forged', body = '') {
  const content = exampleMessage(id).replace('bob@sender.example', 'eve@forged.example') + body;
  return mail.send(to, { from: 'eve@forged.example', content });
}
function heldOf(of = alias) {
  return mail.context.engine.held.list(of.userId);
}
function release(id: string, wish = {}, userId = alias.userId) {
  return mail.context.engine.held.release({ userId, id }, wish);
}
async function soleHeld() {
  const [message, ...more] = await heldOf();
  if (message === undefined || more.length > 0) throw new Error('not one message is held');
  return message;
}

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
    const notices = await mail.test.database.db.selectFrom('notices').select(['userId', 'wordsSealed']).execute();
    expect(notices.map(({ userId }) => userId)).toEqual([other.userId]);
  });

  it('ends at its day, and its key with the last message of that day', async () => {
    await hold(14);
    await sendForged();
    const keyOf = async () =>
      mail.test.database.db.selectFrom('keys').select('version').where('purpose', '=', 'spool').execute();
    const nearTheEnd = await mail.another({ clock: { now: () => Date.now() + 13 * dayMs } });
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
    expect(await mail.test.database.db.selectFrom('notices').select('id').execute()).toEqual([]);
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
});

describe('sender rules', () => {
  const scope = 'account';
  function rule(match: string, action: 'block' | 'allow' | 'hold', aliasId?: string) {
    const input = { scope: aliasId === undefined ? scope : { aliasId }, match, action } as const;
    return addSenderRule(mail.context, alias.userId, input);
  }
  /** SPF vouches for its From. */
  function sendProven() {
    return mail.send(alias.address);
  }

  it('drop mail of a proven sender who is blocked, at one alias before the account', async () => {
    const block = await rule('@sender.example', 'block');
    expect(await sendProven()).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages).toHaveLength(0);
    await rule('bob@sender.example', 'allow', alias.aliasId);
    await sendProven();
    expect(sink.messages).toHaveLength(1);
    await rule('bob@sender.example', 'block', alias.aliasId);
    await sendProven();
    expect(sink.messages).toHaveLength(1);
    await expect(removeSenderRule(mail.context, unknownId, block.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('tell a forger of a blocked name what he would hear without them', async () => {
    const content = exampleMessage('forged').replace('bob@', 'carol@');
    const forged = () => mail.send(alias.address, { from: 'x@nowhere.example', content });
    const before = await forged();
    await rule('carol@sender.example', 'block');
    expect(await forged()).toEqual(before);
    mail.dns.add({ 'elsewhere.example': { TXT: ['v=spf1 ip4:192.0.2.7 -all'] } });
    const passing = { from: 'x@elsewhere.example', content };
    expect(await mail.send(alias.address, passing)).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages).toHaveLength(0);
  });

  it('come after a contact that is blocked at the alias', async () => {
    await mail.blockContact(alias, 'bob@sender.example');
    await rule('bob@sender.example', 'allow', alias.aliasId);
    expect(await sendProven()).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages).toHaveLength(0);
  });

  it('hold mail of a proven sender, where anything is held', async () => {
    await expect(rule('@sender.example', 'hold')).rejects.toMatchObject({ code: 'holding_off' });
    await hold(7);
    await rule('@sender.example', 'hold');
    expect(await sendProven()).toEqual(smtpReplies.messageAccepted);
    expect(await soleHeld()).toMatchObject({ reason: 'rule' });
    await hold(0);
    expect(await sendProven()).toEqual(smtpReplies.refusedByRecipient);
    expect(sink.messages).toHaveLength(0);
  });

  it('are no business of other accounts', async () => {
    const other = await mail.addAlias({ local: 'other', targets: ['cy@inbox.example'] });
    await expect(rule('@sender.example', 'block', other.aliasId)).rejects.toMatchObject({ code: 'not_found' });
    await rule('@sender.example', 'block');
    expect(await listSenderRules(mail.context, other.userId)).toEqual([]);
    expect(await mail.send([alias.address, other.address])).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages.map(({ rcptTo }) => rcptTo)).toEqual([['cy@inbox.example']]);
  });

  it('cost no query where an account has none', async () => {
    const asked: unknown[] = [];
    const { pool } = mail.test.database;
    const { query } = pool;
    Object.assign(pool, {
      query: (first: unknown, ...rest: unknown[]) => {
        asked.push(first);
        return Reflect.apply(query, pool, [first, ...rest]) as unknown;
      },
    });
    const names = () => asked.map((one) => (one as { name?: string }).name).filter((name) => name !== undefined);
    await sendProven();
    expect(names()).not.toContain('find-sender-rules');
    await rule('@another.example', 'block');
    await sendProven();
    expect(names()).toContain('find-sender-rules');
  });
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

describe('the trace of an alias', () => {
  it('notes verdict and replies, for its owner and for whoever has the code, and nobody else', async () => {
    const other = await mail.addAlias({ local: 'other', targets: ['cy@inbox.example'] });
    const { code } = await startTrace(mail.context, alias);
    await sendForged();
    await mail.send([alias.address, other.address]);
    const lines = async () => (await readTrace(mail.context, alias))?.lines ?? [];
    await expect.poll(lines).toHaveLength(3);
    const noted = await lines();
    expect(noted).toContainEqual(
      expect.objectContaining({
        event: 'message',
        outcome: 'refuse',
        verdict: 'spf=none dkim=none dmarc=none arc=none',
        reply: '550 5.7.26',
      }),
    );
    expect(noted).toContainEqual(expect.objectContaining({ event: 'delivery', outcome: 'delivered', reply: null }));
    expect(noted).toContainEqual(expect.objectContaining({ event: 'message', outcome: 'forward', reply: '250 2.0.0' }));
    expect(await findTraceByCode(mail.context, code)).toMatchObject({ alias: alias.address, trace: { lines: noted } });
    expect(await findTraceByCode(mail.context, 'x'.repeat(43))).toBeNull();
    await expect(readTrace(mail.context, { ...alias, userId: other.userId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await endTrace(mail.context, alias);
    expect(await mail.test.database.db.selectFrom('traceLines').select('id').execute()).toEqual([]);
    expect(await findTraceByCode(mail.context, code)).toBeNull();
  });

  it('is over after its day', async () => {
    const { code } = await startTrace(mail.context, alias);
    await mail.test.database.pool.query('update alias_traces set ends_at = now()');
    expect(await readTrace(mail.context, alias)).toBeNull();
    expect(await findTraceByCode(mail.context, code)).toBeNull();
  });
});
