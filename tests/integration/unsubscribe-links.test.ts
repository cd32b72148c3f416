import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { listChanges } from '#core/undos/undos.ts';
import { createCorrespondents } from '#mail/recipient/contacts.ts';
import { systemClock } from '#platform/clock.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import { startTestApi, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { createTestMail, exampleMessage, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';

let mail: TestMail;
let rest: TestCore;
let api: TestApi;
let bob: OutsideSender;
let sent: DeliveryRequest[];
let now = systemClock.now();

/** Takes everything, webhooks too. */
const keeper: Transport = {
  destinationOf: (rcptTo) => rcptTo,
  attempt: (message) => {
    sent.push(message);
    return { outcome: Promise.resolve({ kind: 'delivered' }), pastFinalDot: () => true, stop: () => {} };
  },
  close: async () => {},
};

beforeAll(async () => {
  sent = [];
  mail = await createTestMail({ transport: keeper, settings: { publicUrl: 'https://kauke.example' } });
  bob = createOutsideSender(mail.dns, 'sender.example', { policy: 'reject', addresses: ['192.0.2.7'] });
  rest = await createTestCore();
  const { keys, random } = mail.context;
  const base = { database: mail.test.database, keys, random, clock: { now: () => now } };
  const { contacts } = mail.context;
  const correspondents = createCorrespondents({ ...base, contacts });
  const limiter = createRateLimiter(base, rateLimitRules, async () => {});
  api = await startTestApi({ ...rest.core, ...base, correspondents, limiter });
});
afterAll(async () => {
  await api.stop();
  await rest.drop();
  await mail.close();
});

const inbox = 'ann@one.example';
const hook = 'https://hooks.example/in';
const ownFields = [
  'List-Unsubscribe: <mailto:leave@sender.example>, <https://sender.example/leave>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
];

function newsletter(id: string): string {
  return [...ownFields, exampleMessage(id)].join('\r\n');
}

async function addAlias(
  local: string,
  unsubscribe: 'pause' | 'block',
  more: { transparent?: boolean } = {},
): Promise<TestAlias> {
  const alias = await mail.addAlias({ local, targets: [inbox, hook] });
  await mail.test.database.db
    .updateTable('aliases')
    .set({ unsubscribe, ...more })
    .where('id', '=', alias.aliasId)
    .execute();
  return alias;
}

function valuesTo(rcptTo: string, key: string): string[] {
  const message = sent.findLast((one) => one.rcptTo === rcptTo);
  return parseMessage(Buffer.concat(message?.content ?? []))
    .fields.filter((field) => field.key === key)
    .map(fieldText);
}

/** What is behind the button of the message that came last. */
function linkOf(): string {
  return (
    /^<https:\/\/kauke\.example(\/unsubscribe\/[\w-]+)>$/.exec(valuesTo(inbox, 'list-unsubscribe')[0] ?? '')?.[1] ?? ''
  );
}

async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${api.url}${path}`, init);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return { status: answer.status, text: await answer.text() };
}

const oneClick = 'List-Unsubscribe=One-Click';

/** As a form of the page sends it: its policy for referrers leaves no origin. */
function post(path: string, fields: string) {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: 'null',
    'Sec-Fetch-Site': 'cross-site',
  };
  return ask(path, { method: 'POST', headers, body: fields });
}

async function isActive({ aliasId }: TestAlias): Promise<boolean | undefined> {
  const row = await mail.test.database.db
    .selectFrom('aliases')
    .select('active')
    .where('id', '=', aliasId)
    .executeTakeFirst();
  return row?.active;
}

async function setActive({ aliasId }: TestAlias, active: boolean): Promise<void> {
  await mail.test.database.db.updateTable('aliases').set({ active }).where('id', '=', aliasId).execute();
}

/** How many of the messages to its inbox arrive. */
async function arrivals(alias: TestAlias, from: string): Promise<number> {
  sent.length = 0;
  const content = await bob.sign(exampleMessage('again').replace('bob@sender.example', from));
  expect((await mail.send(alias.address, { from, content })).code).toBe(250);
  return sent.filter(({ rcptTo }) => rcptTo === inbox).length;
}

describe('a button that pauses', () => {
  it('stands signed in place of the author’s, acts by POST alone, and is undone on its page', async () => {
    const alias = await addAlias('shop', 'pause');
    await mail.send(alias.address, { content: await bob.sign(newsletter('news')) });
    const path = linkOf();
    expect(path).not.toBe('');
    expect(valuesTo(inbox, 'list-unsubscribe')).toHaveLength(1);
    expect(valuesTo(inbox, 'list-unsubscribe-post')).toEqual([oneClick]);
    expect(valuesTo(inbox, 'x-kauke-list-unsubscribe')[0]).toMatch(
      /<mailto:reply=\w+@kauke\.test>, <https:\/\/sender\.example\/leave>/,
    );
    const signed = / h=([^;]+);/
      .exec(valuesTo(inbox, 'dkim-signature')[0] ?? '')?.[1]
      ?.replaceAll(/\s/g, '')
      .split(':');
    expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
    // A program reads what its author wrote.
    expect(valuesTo(hook, 'list-unsubscribe')[0]).toContain('leave@sender.example');

    for (const method of ['GET', 'HEAD']) expect((await ask(path, { method })).status).toBe(200);
    expect((await ask(path)).text).toContain('Pause this alias?');
    expect((await post(path, 'something=else')).status).toBe(400);
    expect(
      (await ask(path, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })).status,
    ).toBe(400);
    expect((await ask(path, { method: 'POST', body: 'x'.repeat(5000) })).status).toBe(413);
    expect(await isActive(alias)).toBe(true);

    // RFC 8058 §3.2: either kind of form.
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const answers = await Promise.all([
      ask(path, { method: 'POST', body: form }),
      post(path, oneClick),
      post(path, oneClick),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.text).toContain('shop@kauke.test');
    expect(await isActive(alias)).toBe(false);
    expect(await arrivals(alias, 'bob@sender.example')).toBe(0);
    const parts = { database: mail.test.database, keys: mail.context.keys, clock: mail.context.clock };
    expect(await listChanges(parts, alias.userId)).toMatchObject([{ kind: 'paused', of: 'shop@kauke.test' }]);

    expect((await ask(path)).text).toContain('name="undo"');
    expect((await post(path, 'undo=yes')).text).toContain('Undone');
    expect(await isActive(alias)).toBe(true);
    expect((await post(path, 'undo=yes')).status).toBe(200);
    expect(await arrivals(alias, 'bob@sender.example')).toBe(1);
  });

  it('undoes nothing that the owner did, before or since', async () => {
    const alias = await addAlias('own', 'pause');
    await mail.send(alias.address, { content: newsletter('own') });
    const path = linkOf();
    await setActive(alias, false);
    expect((await post(path, oneClick)).text).toContain('yourself');
    expect((await post(path, 'undo=yes')).text).not.toContain('name="undo"');
    expect(await isActive(alias)).toBe(false);
    await setActive(alias, true);
    await post(path, oneClick);
    await setActive(alias, true);
    await setActive(alias, false);
    await post(path, 'undo=yes');
    expect(await isActive(alias)).toBe(false);
  });

  it('is as good as none once it ran out, was altered, or its alias is deleted or somebody else’s', async () => {
    const alias = await addAlias('gone', 'pause');
    await mail.send(alias.address, { content: exampleMessage('gone') });
    const path = linkOf();
    const unusable = await post(`${path.slice(0, -4)}AAAA`, oneClick);
    expect(unusable).toMatchObject({ status: 404, text: expect.stringContaining('This link does nothing') as string });
    const strip = (text: string): string => text.replaceAll(/nonce="[^"]+"/g, '');
    const { db } = mail.test.database;
    const change = (to: { binnedAt?: Date | null; binEndsAt?: Date | null; userId?: string }) =>
      db.updateTable('aliases').set(to).where('id', '=', alias.aliasId).execute();
    const expectUnusable = async (): Promise<void> => {
      const answer = await post(path, oneClick);
      expect({ ...answer, text: strip(answer.text) }).toEqual({ ...unusable, text: strip(unusable.text) });
      expect((await ask(path)).status).toBe(404);
      expect(await isActive(alias)).toBe(true);
    };
    const before = now;
    now += 92 * 24 * 60 * 60 * 1000;
    await expectUnusable();
    now = before;
    await change({ binnedAt: new Date(systemClock.now()), binEndsAt: new Date(now + 1_000_000) });
    await expectUnusable();
    const other = await mail.addAlias({ local: 'other', targets: [inbox] });
    await change({ binnedAt: null, binEndsAt: null, userId: other.userId });
    await expectUnusable();
    await change({ userId: alias.userId });
    expect((await post(path, oneClick)).status).toBe(200);
    await db.deleteFrom('aliases').where('id', '=', alias.aliasId).execute();
    expect((await post(path, 'undo=yes')).status).toBe(404);
  });
});

describe('a button that blocks', () => {
  it('blocks who wrote that message, and undoes its own block only', async () => {
    const alias = await addAlias('list', 'block');
    // Also mail that came without a button gets one.
    await mail.send(alias.address, { content: await bob.sign(exampleMessage('plain')) });
    const path = linkOf();
    expect((await ask(path, { headers: { 'Accept-Language': 'de' } })).text).toContain('bob@sender.example');
    expect(await arrivals(alias, 'bob@sender.example')).toBe(1);
    expect((await post(path, oneClick)).text).toContain('Sender blocked');
    expect(await arrivals(alias, 'bob@sender.example')).toBe(0);
    expect(await arrivals(alias, 'carl@sender.example')).toBe(1);
    expect((await post(path, 'undo=yes')).text).toContain('Undone');
    expect(await arrivals(alias, 'bob@sender.example')).toBe(1);

    await mail.blockContact(alias, 'bob@sender.example');
    expect((await post(path, oneClick)).text).toContain('yourself');
    await post(path, 'undo=yes');
    expect(await arrivals(alias, 'bob@sender.example')).toBe(0);
  });

  it('does not take its own turn more often than an hour allows', async () => {
    const alias = await addAlias('often', 'block');
    await mail.send(alias.address, { content: exampleMessage('often') });
    const path = linkOf();
    const { max } = rateLimitRules.unsubscribesPerAlias;
    for (let use = 0; use < max; use += 1) expect((await post(path, oneClick)).status).toBe(200);
    expect(await post(path, 'undo=yes')).toMatchObject({
      status: 429,
      text: expect.stringContaining('Too often') as string,
    });
    expect((await ask(path)).status).toBe(200);
  });
});

it('gives way to transparent mode, except where the author’s own button would stand in the way', async () => {
  const alias = await addAlias('open', 'pause', { transparent: true });
  await mail.send(alias.address, { content: await bob.sign(exampleMessage('person')) });
  expect(valuesTo(inbox, 'from')[0]).toContain('bob@sender.example');
  expect(valuesTo(inbox, 'list-unsubscribe')).toEqual([]);
  await mail.send(alias.address, { content: await bob.sign(newsletter('list')) });
  expect(valuesTo(inbox, 'from')[0]).toContain('reply=');
  expect(linkOf()).not.toBe('');
});
