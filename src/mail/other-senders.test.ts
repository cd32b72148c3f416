import { afterAll, beforeAll, expect, it } from 'vitest';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { expectOtherSender } from '#core/aliases/known-senders.ts';
import { createSenderNotes, expectedOctets } from '#core/aliases/standing/note-message.ts';
import { searchDatabase } from '#support/database-search.ts';
import type { TestAlias, TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { startOneInbox, type OneInbox } from '#support/one-inbox.ts';

let inboxes: OneInbox;
let mail: TestMail;
let shop: OutsideSender;
let stranger: OutsideSender;

beforeAll(async () => {
  inboxes = await startOneInbox();
  ({ mail } = inboxes);
  shop = createOutsideSender(mail.dns, 'shop.example', { policy: 'none' });
  stranger = createOutsideSender(mail.dns, 'stranger.example', { policy: 'none' });
});
afterAll(() => inboxes.close());

const limiter = { take: async () => {} };

async function write(alias: TestAlias, author: string, sender: OutsideSender | null = shop): Promise<void> {
  const content = `From: Somebody <${author}>\r\nTo: ${alias.address}\r\nSubject: Hello\r\n\r\nText\r\n`;
  const signed = sender === null ? content : await sender.sign(content);
  expect(await mail.send(alias.address, { from: author, content: signed })).toMatchObject({ code: 250 });
}

/** The day it is also used since, as the list and the alias itself show it. */
async function alsoUsed({ aliasId, userId }: TestAlias): Promise<string | undefined> {
  const { alsoUsedSince } = await getAlias(mail.context.database.db, mail.context, aliasId, userId);
  const listed = (await listAliases(mail.context, userId, userId)).find(({ id }) => id === aliasId);
  expect(listed?.alsoUsedSince).toBe(alsoUsedSince);
  return alsoUsedSince;
}
const someDay = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;

it('mail of another organisation than the first one marks the alias for its owner', async () => {
  const alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
  await write(alias, 'orders@shop.example');
  await write(alias, 'news@mail.shop.example');
  expect(await alsoUsed(alias)).toBeUndefined();
  await write(alias, 'sales@stranger.example', stranger);
  expect(await alsoUsed(alias)).toEqual(someDay);
});

it('whom the owner then expects is none of the others, and the next one is told again', async () => {
  const alias = await mail.addAlias({ local: 'parcel', targets: ['ann@one.example'] });
  await write(alias, 'orders@shop.example');
  await write(alias, 'sales@stranger.example', stranger);
  const known = await expectOtherSender(
    { ...mail.context, limiter: { ...mail.context.limiter, ...limiter } },
    alias.aliasId,
    alias.userId,
  );
  expect(known).not.toHaveProperty('alsoUsedSince');
  await write(alias, 'sales@stranger.example', stranger);
  expect(await alsoUsed(alias)).toBeUndefined();
  const third = createOutsideSender(mail.dns, 'third.example', { policy: 'none' });
  await write(alias, 'me@third.example', third);
  expect(await alsoUsed(alias)).toEqual(someDay);
});

it('mail that nobody vouches for says nothing, nor does the first test of the owner', async () => {
  const alias = await mail.addAlias({ local: 'test', targets: ['ann@one.example'] });
  const own = createOutsideSender(mail.dns, 'one.example', { policy: 'none' });
  await write(alias, 'Ann@one.example', own);
  await write(alias, 'orders@unknown.example', null);
  await write(alias, 'orders@shop.example');
  await write(alias, 'sales@stranger.example', null);
  expect(await alsoUsed(alias)).toBeUndefined();
});

it('whomever the owner writes to may answer; of many the last eight are known', async () => {
  const { database, keys } = mail.context;
  const alias = await mail.addAlias({ local: 'writer', targets: ['ann@one.example'] });
  const notes = createSenderNotes(database, keys);
  const many = Array.from({ length: 10 }, (_, index) => `org-${index}.example`);
  await notes.expects({ id: alias.aliasId, expectedSenders: null }, new Set([...many, 'stranger.example']));
  const row = await database.db
    .selectFrom('aliases')
    .select('expectedSenders')
    .where('id', '=', alias.aliasId)
    .executeTakeFirstOrThrow();
  expect(row.expectedSenders).toHaveLength(expectedOctets);
  await write(alias, 'sales@stranger.example', stranger);
  expect(await alsoUsed(alias)).toBeUndefined();
});

it('two at once to a new alias are one that it was made for, and another', async () => {
  const alias = await mail.addAlias({ local: 'twice', targets: ['ann@one.example'] });
  await Promise.all([write(alias, 'a@shop.example'), write(alias, 'b@stranger.example', stranger)]);
  await write(alias, 'a@shop.example');
  await write(alias, 'b@stranger.example', stranger);
  expect(await alsoUsed(alias)).toEqual(someDay);
});

it('no row tells who wrote', async () => {
  const found = await searchDatabase(mail.context.database, ['shop.example', 'stranger.example', 'third.example']);
  expect(found).toEqual([]);
});
