import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { systemClock } from '#platform/clock.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { addTarget } from '#support/add-target.ts';
import { createTestMail, type TestAlias, type TestContext, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let mail: TestMail;
let office: OutsideSender;
let alias: TestAlias;

const ann = 'ann@office.example';
const ben = 'ben@home.example';
const bob = 'bob@sender.example';

beforeAll(async () => {
  sink = await startSmtpSink();
  const domains = ['office.example', 'home.example', 'sender.example'];
  mail = await createTestMail({
    transport: createSinkTransport(Object.fromEntries(domains.map((domain) => [domain, sink.port]))),
  });
  office = createOutsideSender(mail.dns, 'office.example', { addresses: ['192.0.2.7'] });
  mail.worker();
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

async function addAlias(targets: readonly string[], unconfirmed: readonly string[] = []): Promise<TestAlias> {
  const added = await mail.addAlias({ local: `a-${randomUUID()}`, targets, unconfirmed });
  await change(added, { copyReplies: true });
  return added;
}

async function change(
  { aliasId }: TestAlias,
  values: { copyReplies?: boolean; active?: boolean; cutThrough?: boolean },
): Promise<void> {
  await mail.test.database.db.updateTable('aliases').set(values).where('id', '=', aliasId).execute();
}

beforeEach(async () => {
  sink.setScript({});
  alias = await addAlias([ann, ben]);
});

/** Ann answers a correspondent of the alias. */
async function answer(
  of = alias,
  correspondent = bob,
  context: TestContext = mail.context,
  serial = 1,
): Promise<SmtpReply> {
  const token = reverseToken(mail.context.keys, { userId: of.userId, aliasAddress: of.address, correspondent });
  await mail.context.contacts.store(of.aliasId, [{ token, correspondent }]);
  const to = reverseAddress(token, 'kauke.test');
  const id = `Message-ID: <${serial}@office.example>`;
  const letter = [`From: Ann <${ann}>`, `To: ${to}`, 'Subject: Plan', id, '', 'words', ''];
  return mail.send(to, { from: ann, content: await office.sign(letter.join('\r\n')), context });
}

/** Who gets anything by it. */
async function reached(work: () => Promise<unknown>): Promise<string[]> {
  const before = sink.messages.length;
  await work();
  await mail.drained();
  return sink.messages
    .slice(before)
    .flatMap(({ rcptTo }) => rcptTo)
    .toSorted();
}

it('reaches inboxes that take mail, and no webhook, no unconfirmed and no failing one', async () => {
  const { db } = mail.test.database;
  const own = await addAlias([ann, ben, 'cy@home.example', 'dee@home.example'], ['cy@home.example']);
  const added = { userId: own.userId, confirmed: true };
  const targetId = await addTarget(mail.context, { ...added, target: 'https://hook.example/' });
  await db.insertInto('aliasTargets').values({ aliasId: own.aliasId, targetId, position: 9 }).execute();
  const eve = await addTarget(mail.context, { ...added, target: 'eve@home.example' });
  await db.insertInto('aliasTargets').values({ aliasId: own.aliasId, targetId: eve, position: 10 }).execute();
  await db
    .updateTable('targets')
    .set({ failingSince: new Date(systemClock.now()) })
    .where('id', '=', eve)
    .execute();
  expect(await reached(() => answer(own))).toEqual([ben, bob, 'dee@home.example']);
});

it('goes to nobody twice, and nowhere while it is off or there is one inbox', async () => {
  expect(await reached(() => answer(alias, ben))).toEqual([ben]);
  await change(alias, { copyReplies: false });
  expect(await reached(() => answer())).toEqual([bob]);
  const alone = await addAlias([ann]);
  expect(await reached(() => answer(alone))).toEqual([bob]);
});

it('is not made of what its correspondent refuses', async () => {
  sink.setScript({ onRcpt: (address) => (address === bob ? { code: 550, text: '5.1.1 unknown' } : 'accept') });
  const before = sink.messages.length;
  expect(await answer()).toEqual({
    code: 550,
    enhanced: '5.1.1',
    text: 'Nobody you wrote to took this message: The address does not exist.',
  });
  expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
  expect(sink.messages).toHaveLength(before);
});

it('that cannot be kept is made by the next try, and its correspondent gets nothing twice', async () => {
  const full = await mail.another({ room: { bytes: 0, take: () => {} } });
  const before = sink.messages.length;
  expect(await answer(alias, bob, full)).toMatchObject({ code: 452 });
  expect(sink.messages.slice(before).flatMap(({ rcptTo }) => rcptTo)).toEqual([bob]);
  expect(await answer(alias, bob, full)).toMatchObject({ code: 452 });
  expect(sink.messages).toHaveLength(before + 1);
});

it('comes before what is stored first, which so reaches its correspondent once, also when it is sent anew under another id', async () => {
  let left = 1;
  const room = { bytes: 1e9, take: () => void (left -= 1) };
  const scarce = await mail.another({
    room: Object.defineProperty(room, 'bytes', { get: () => (left > 0 ? 1e9 : 0) }),
  });
  await change(alias, { cutThrough: false });
  expect(await reached(async () => expect(await answer(alias, bob, scarce)).toMatchObject({ code: 452 }))).toEqual([
    ben,
  ]);
  expect(await reached(() => answer(alias, bob, mail.context, 2))).toEqual([ben, bob]);
});

it('that is refused is told to the owner as what it is, and to nobody else', async () => {
  sink.setScript({ onRcpt: (address) => (address === ben ? { code: 550, text: '5.1.1 unknown' } : 'accept') });
  const before = sink.messages.length;
  expect(await answer()).toEqual(smtpReplies.messageAccepted);
  await mail.drained();
  const [told, ...more] = sink.messages.slice(before).filter(({ rcptTo }) => !rcptTo.includes(bob));
  expect(told?.rcptTo).toEqual([ann]);
  expect(told?.raw.toString()).toContain('Subject: A copy of your message was not delivered');
  expect(more).toEqual([]);
});

it('that waits goes neither to who wrote nor to a webhook when its inbox is gone, and nowhere once the alias is paused', async () => {
  const { db } = mail.test.database;
  sink.setScript({ onRcpt: (address) => (address === ben ? { code: 451, text: '4.2.0 later' } : 'accept') });
  expect(await answer()).toEqual(smtpReplies.messageAccepted);
  await expect.poll(async () => (await mail.waiting()).deliveries).toBe(1);
  const eve = await addTarget(mail.context, { userId: alias.userId, target: 'eve@home.example', confirmed: true });
  await db.deleteFrom('aliasTargets').where('aliasId', '=', alias.aliasId).where('position', '=', 1).execute();
  await db.insertInto('aliasTargets').values({ aliasId: alias.aliasId, targetId: eve, position: 2 }).execute();
  expect(await reached(async () => {})).toEqual(['eve@home.example']);

  const paused = await addAlias([ann, ben]);
  expect(await answer(paused)).toEqual(smtpReplies.messageAccepted);
  await expect.poll(async () => (await mail.waiting()).deliveries).toBe(1);
  await change(paused, { active: false });
  expect(await reached(async () => {})).toEqual([]);
});
