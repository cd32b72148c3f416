import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { expectAfter } from '#support/expect-after.ts';
import { createTestMail, exampleMessage, quickLimits, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let one: SmtpSink;
let two: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  one = await startSmtpSink();
  two = await startSmtpSink();
  const transport = createSinkTransport({
    'one.example': one.port,
    'two.example': two.port,
    'inbox.example': one.port,
  });
  mail = await createTestMail({ transport });
});

afterEach(async () => {
  await mail.context.transport.close();
  await mail.close();
  await one.stop();
  await two.stop();
});

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

const nothing = { messages: 0, deliveries: 0 };

describe('receiveMessage', () => {
  it('delivers to every inbox of the alias while the sender waits, and keeps nothing', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    expect(await mail.send(alias.address, { content: exampleMessage('hello') })).toEqual(smtpReplies.messageAccepted);
    expect(one.messages.map(({ rcptTo }) => rcptTo)).toEqual([['ann@one.example']]);
    expect(two.messages.map(({ rcptTo }) => rcptTo)).toEqual([['ann@two.example']]);
    expect(one.messages[0]?.mailFrom).toMatch(/^b=[a-z2-7]{44}@kauke\.test$/);
    expect(one.messages[0]?.mailFrom).not.toBe(two.messages[0]?.mailFrom);
    const text = one.messages[0]?.raw.toString() ?? '';
    expect(text.startsWith('DKIM-Signature: ')).toBe(true);
    expect(text.endsWith('\r\n\r\nBody of hello\r\n')).toBe(true);
    expect(await mail.waiting()).toEqual(nothing);
  });

  it('keeps the null reverse-path', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send(alias.address, { from: '' });
    expect(one.messages[0]?.mailFrom).toBe('');
  });

  it('sends one message for an alias that is named twice', async () => {
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    await mail.send([alias.address, 'SHOP+news@kauke.test']);
    expect(one.messages).toHaveLength(1);
  });

  it('accepts when one inbox refuses for good and another takes it', async () => {
    one.setScript({ onRcpt: () => ({ code: 550 }) });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    expect(await mail.send(alias.address)).toEqual(smtpReplies.messageAccepted);
    expect(two.messages).toHaveLength(1);
    expect(await mail.waiting()).toEqual(nothing);
    expect(mail.logLines.filter((line) => line.includes('delivery.refused'))).toHaveLength(1);
    expect(mail.logLines.join('')).not.toContain('example');
  });

  it('answers 550 5.2.0 when every delivery of every recipient is refused for good', async () => {
    for (const sink of [one, two])
      sink.setScript({ onRcpt: () => ({ code: 550, text: 'ann@one.example is unknown' }) });
    const first = await mail.addAlias({ local: 'first', targets: ['ann@one.example', 'ann@two.example'] });
    const second = await mail.addAlias({ local: 'second', targets: ['bea@one.example'] });
    const reply = await mail.send([first.address, second.address]);
    expect(reply).toEqual(smtpReplies.refusedByRecipient);
    expect(`${reply.code} ${reply.enhanced}`).toBe('550 5.2.0');
    expect(await mail.waiting()).toEqual(nothing);
  });

  it('accepts when one inbox defers, which then gets the message later and the other one never twice', async () => {
    one.setScript({ onRcpt: () => ({ code: 451 }) });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example', 'ann@two.example'] });
    expect(await mail.send(alias.address)).toEqual(smtpReplies.messageAccepted);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
    mail.worker();
    one.setScript({});
    await mail.drained();
    expect(one.messages).toHaveLength(1);
    expect(two.messages).toHaveLength(1);
    expect(one.messages[0]?.raw.toString().split('\r\n\r\n')[1]).toBe(
      two.messages[0]?.raw.toString().split('\r\n\r\n')[1],
    );
  });

  it('drops mail to a paused alias with the words and the delay of a delivery', async () => {
    const paused = await mail.addAlias({ local: 'paused', targets: ['ann@one.example'], active: false });
    for (let count = 0; count < 5; count += 1) mail.context.liveDelays.add(150);
    expect(await expectAfter(140, () => mail.send(paused.address))).toEqual(smtpReplies.messageAccepted);
    expect(one.received).toHaveLength(0);
    expect(await mail.waiting()).toEqual(nothing);
  });

  it('refuses a message that this alias has forwarded before, and not one another alias has', async () => {
    const first = await mail.addAlias({ local: 'first', targets: ['ann@one.example'] });
    const second = await mail.addAlias({ local: 'second', targets: ['ann@two.example'] });
    await mail.send(first.address);
    const looped =
      one.messages[0]?.raw.toString().replace(/^From: .*\r\n(?: .*\r\n)*/m, 'From: bob@sender.example\r\n') ?? '';
    expect(await mail.send(first.address, { content: looped })).toEqual(smtpReplies.looping);
    expect(await mail.send([first.address, second.address], { content: looped })).toEqual(smtpReplies.messageAccepted);
    expect(one.messages).toHaveLength(1);
    expect(two.messages).toHaveLength(1);
  });

  it('refuses a message without exactly one author, also for a paused alias', async () => {
    const paused = await mail.addAlias({ local: 'paused', targets: ['ann@one.example'], active: false });
    expect(await mail.send(paused.address, { content: 'Subject: none\r\n\r\nbody\r\n' })).toEqual(smtpReplies.badFrom);
  });

  it('passes mail for postmaster to the operator as it is, with an envelope that cannot bounce', async () => {
    const content = exampleMessage('operator');
    expect(await mail.send(['postmaster', 'abuse@mask.test'], { content })).toEqual(smtpReplies.messageAccepted);
    expect(one.messages).toHaveLength(1);
    expect(one.messages[0]?.rcptTo).toEqual(['operator@inbox.example']);
    expect(one.messages[0]?.mailFrom).toBe('');
    const raw = one.messages[0]?.raw.toString() ?? '';
    expect(raw).toMatch(/^Authentication-Results: mx\.kauke\.test; [^]*?\r\nReceived: /);
    expect(raw.endsWith(content)).toBe(true);
  });

  it.each([
    ['the installation', false, true],
    ['the alias', true, false],
  ])('spools first and answers then when %s has no cut-through', async (_, cutThrough, ofAlias) => {
    const context = await mail.another({ settings: { cutThrough } });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    const { db } = context.database;
    await db.updateTable('aliases').set({ cutThrough: ofAlias }).where('id', '=', alias.aliasId).execute();
    expect(await mail.send(alias.address, { context })).toEqual(smtpReplies.messageAccepted);
    expect(one.received).toHaveLength(0);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
    mail.worker(context);
    await mail.drained();
    expect(one.messages).toHaveLength(1);
  });

  it.each([
    ['a text', ''],
    ['an invitation, of which each alias gets another', 'Content-Type: text/calendar\r\n'],
  ])('answers 452 4.2.2 for a full account, with no second copy on the retry of %s', async (_, type) => {
    one.setScript({ onRcpt: () => ({ code: 451 }) });
    const context = await mail.another({ limits: { ...quickLimits, accountMaxMessages: 1 } });
    const full = await mail.addAlias({ local: 'full', targets: ['ann@one.example'] });
    const other = await mail.addAlias({ local: 'other', targets: ['bea@two.example'] });
    const third = await mail.addAlias({ local: 'third', targets: ['cyd@one.example'] });
    expect(await mail.send(full.address, { context })).toEqual(smtpReplies.messageAccepted);
    const organizer = 'BEGIN:VCALENDAR\r\nORGANIZER:mailto:bob@sender.example\r\nEND:VCALENDAR\r\n';
    const content = `${type}${exampleMessage('retried')}${organizer}`;
    const everybody = [full.address, other.address, third.address];
    expect(await mail.send(everybody, { context, content })).toEqual(smtpReplies.spoolFull);
    expect(await mail.waiting()).toEqual({ messages: 2, deliveries: 2 });
    one.setScript({});
    expect(await mail.send(everybody, { context, content })).toEqual(smtpReplies.messageAccepted);
    mail.worker(context);
    await mail.drained();
    expect(two.messages).toHaveLength(1);
    expect(one.messages.map(({ rcptTo }) => String(rcptTo[0])).toSorted(byText)).toEqual([
      'ann@one.example',
      'ann@one.example',
      'cyd@one.example',
    ]);
  });

  it('answers 452 4.2.2 when the whole spool is full', async () => {
    one.setScript({ onRcpt: () => ({ code: 451 }) });
    const context = await mail.another({ limits: { ...quickLimits, spoolMaxBytes: 5 } });
    const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
    expect(await mail.send(alias.address, { context })).toEqual(smtpReplies.spoolCrowded);
  });
});
