import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { fillPath, listOperations } from '#support/api-operations.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import {
  ask,
  contact,
  createClient,
  mailbox,
  mailboxList,
  makeRandom,
  refusal,
  userInfo,
  type Client,
} from '#support/foreign-clients/simplelogin.ts';
import { foreignSamples } from '#support/foreign-samples.ts';
import { makePicture } from '#support/pictures.ts';

/** What clients of SimpleLogin do with correspondents, mailboxes, settings and domains; and what their numbers open to others. */

let test: TestCore;
let api: TestApi;
let ann: Client;
let bob: Client;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  ann = await createClient(test, api, 'ann@home.example');
  bob = await createClient(test, api, 'bob@home.example');
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

describe('correspondents', () => {
  it('get a reverse address and a number, are blocked and unblocked by it, and listed nowhere', async () => {
    const { id } = await makeRandom(ann);
    const place = `/api/aliases/${id}/contacts`;
    const body = { contact: 'Carl Far <carl@far.example>' };
    const made = await ask(ann, ['POST', place], contact, { body, status: 201 });
    expect(made).toMatchObject({ contact: 'carl@far.example', existed: false, block_forward: false });
    const again = await ask(ann, ['POST', place], contact, { body });
    expect(again).toMatchObject({ id: made.id, reverse_alias_address: made.reverse_alias_address, existed: true });
    expect(await ask(ann, ['GET', `${place}?page_id=0`], z.object({ contacts: z.array(contact) }))).toEqual({
      contacts: [],
    });
    const blocked = z.object({ block_forward: z.boolean() });
    const toggle = ['POST', `/api/contacts/${made.id}/toggle`] as const;
    expect(await ask(ann, toggle, blocked, { body: { dummy: 1 } })).toEqual({ block_forward: true });
    expect(await ask(ann, ['POST', place], contact, { body })).toMatchObject({ block_forward: true });
    await ask(ann, ['DELETE', `/api/contacts/${made.id}`], z.object({ deleted: z.literal(true) }));
    expect(await ask(ann, ['POST', place], contact, { body })).toMatchObject({ id: made.id, block_forward: false });
    await ask(ann, ['POST', place], refusal, { body: { contact: 'nobody' }, status: 400 });
  });
});

describe('an account', () => {
  it('has a picture, which is loaded without a key, and taken away by null or nothing', async () => {
    const change = ['PATCH', '/api/user_info'] as const;
    const picture = makePicture();
    for (const none of [null, '']) {
      const chosen = await ask(ann, change, userInfo, { body: { profile_picture: picture.toString('base64') } });
      const { profile_picture_url: address } = chosen;
      expect(await ask(ann, ['GET', '/api/user_info'], userInfo)).toEqual(chosen);
      expect(address).toMatch(/^http:\/\/localhost:3000\/api\/pictures\/[\w.-]+$/u);
      const loaded = await fetch(api.url + new URL(address ?? '').pathname);
      expect(Buffer.from(await loaded.arrayBuffer())).toEqual(picture);
      expect(await ask(bob, ['GET', '/api/user_info'], userInfo)).toMatchObject({ profile_picture_url: null });
      // A name alone leaves the picture, and no picture leaves the name.
      expect(await ask(ann, change, userInfo, { body: { name: 'Ann' } })).toMatchObject({
        profile_picture_url: address,
      });
      const removed = await ask(ann, change, userInfo, { body: { profile_picture: none } });
      expect(removed).toMatchObject({ name: 'Ann', profile_picture_url: null });
    }
    const reason = { error: 'This is neither a JPEG nor a PNG picture' };
    const body = { profile_picture: 'AAAA' };
    expect(await ask(ann, change, refusal, { body, status: 400 })).toMatchObject(reason);
  });

  it('has mailboxes, settings and domains in the words of SimpleLogin', async () => {
    const { mailboxes } = await ask(ann, ['GET', '/api/v2/mailboxes'], mailboxList);
    expect(mailboxes).toMatchObject([{ email: 'ann@home.example', default: true, verified: true }]);
    for (const email of ['nobody', 'https://hooks.mask.lt/in', 'a@x.example, b@x.example'])
      expect(await ask(ann, ['POST', '/api/mailboxes'], refusal, { body: { email }, status: 400 })).toMatchObject({
        error: 'Valid email address is required',
        errors: { email: ['Valid email address is required'] },
      });
    const added = { body: { email: 'second@home.example' }, status: 201 };
    const second = await ask(ann, ['POST', '/api/mailboxes'], mailboxList.shape.mailboxes.element, added);
    expect(second).toMatchObject({ default: false, verified: false, nb_alias: 0 });
    expect((await ask(ann, ['GET', '/api/mailboxes'], mailboxList)).mailboxes).toHaveLength(1);
    const place = `/api/mailboxes/${second.id}`;
    await ask(ann, ['PUT', place], z.object({ updated: z.literal(true) }), { body: { cancel_email_change: true } });
    const updated = z.object({ updated: z.literal(true) });
    await ask(ann, ['PUT', place], updated, { body: { email: 'third@home.example' } });
    await ask(ann, ['PUT', place], refusal, { body: { email: 'ann@home.example' }, status: 400 });
    await ask(bob, ['PUT', place], refusal, { body: { email: 'fourth@home.example' }, status: 404 });
    await ask(ann, ['DELETE', place], z.object({ deleted: z.literal(true) }));
    await ask(ann, ['DELETE', `/api/mailboxes/${mailboxes[0]?.id}`], refusal, { status: 409 });
    const setting = z.object({
      alias_generator: z.enum(['word', 'uuid']),
      notification: z.boolean(),
      random_alias_default_domain: z.string(),
      sender_format: z.enum(['A', 'AT', 'NAME_ONLY', 'AT_ONLY', 'NO_NAME']),
      random_alias_suffix: z.enum(['word', 'random_string']),
    });
    const kept = await ask(ann, ['GET', '/api/setting'], setting);
    expect(await ask(ann, ['PATCH', '/api/setting'], setting, { body: { alias_generator: 'word' } })).toEqual(kept);
    const formats = { sender_format: 'A', alias_generator: 'uuid', random_alias_suffix: 'random_string' };
    expect(await ask(ann, ['PATCH', '/api/setting'], setting, { body: formats })).toEqual({ ...kept, ...formats });
    expect(await ask(bob, ['GET', '/api/setting'], setting)).toEqual(kept);
    await ask(ann, ['PATCH', '/api/setting'], refusal, { body: { sender_format: 'B' }, status: 400 });
    await ask(ann, ['PATCH', '/api/setting'], refusal, { body: { notification: true }, status: 400 });
    const domains = z.array(z.object({ domain: z.string(), is_custom: z.boolean() }));
    expect(await ask(ann, ['GET', '/api/v2/setting/domains'], domains)).toContainEqual({
      domain: 'kauke.test',
      is_custom: false,
    });
    expect(await ask(ann, ['GET', '/api/notifications?page=0'], z.unknown())).toEqual({
      more: false,
      notifications: [],
    });
    await ask(ann, ['DELETE', '/api/setting/unlink_proton_account'], z.object({ ok: z.literal(true) }));
    await ask(ann, ['PATCH', '/api/user_info'], userInfo, { body: { name: null } });
    await ann.visitor.send('POST', '/api/account/domains', { name: 'ann.own.example' });
    const custom = z.object({
      id: z.int32(),
      domain_name: z.string(),
      creation_timestamp: z.int(),
      nb_alias: z.int(),
      is_verified: z.boolean(),
      catch_all: z.boolean(),
      random_prefix_generation: z.boolean(),
      mailboxes: z.array(mailbox),
      name: z.string().nullable(),
    });
    const list = z.object({ custom_domains: z.array(custom) });
    const [own] = (await ask(ann, ['GET', '/api/custom_domains'], list)).custom_domains;
    expect(own).toMatchObject({ domain_name: 'ann.own.example', is_verified: false, nb_alias: 0 });
    const trash = z.object({ aliases: z.tuple([]) });
    await ask(ann, ['GET', `/api/custom_domains/${own?.id}/trash`], trash);
    const change = ['PATCH', `/api/custom_domains/${own?.id}`] as const;
    await ask(ann, change, z.object({ custom_domain: custom }), { body: { catch_all: false } });
    const changed = await ask(ann, change, z.object({ custom_domain: custom }), {
      body: { catch_all: true, mailbox_ids: [mailboxes[0]?.id] },
    });
    expect(changed.custom_domain).toMatchObject({ catch_all: true, mailboxes: [{ email: 'ann@home.example' }] });
    await ask(ann, change, refusal, { body: { mailbox_ids: [7] }, status: 404 });
    const named = await ask(ann, change, z.object({ custom_domain: custom }), { body: { name: 'Ours' } });
    expect(named.custom_domain).toMatchObject({ name: 'Ours', catch_all: true });
    await ask(ann, change, refusal, { body: { name: 'a@b.example' }, status: 400 });
    const asBefore = await ask(ann, change, z.object({ custom_domain: custom }), { body: { mailbox_ids: [] } });
    expect(asBefore).toEqual(named);
    const waiting = await ask(ann, ['POST', '/api/mailboxes'], mailboxList.shape.mailboxes.element, {
      body: { email: 'waiting@home.example' },
      status: 201,
    });
    await ask(ann, change, refusal, { body: { mailbox_ids: [waiting.id], catch_all: false }, status: 400 });
    await ask(ann, ['PUT', `/api/mailboxes/${waiting.id}`], refusal, { body: { default: true }, status: 400 });
    const [unchanged] = (await ask(ann, ['GET', '/api/custom_domains'], list)).custom_domains;
    expect(unchanged).toEqual(named.custom_domain);
    // A webhook is no mailbox, be it of the domain or of the account.
    const { domains: theirs } = (await ann.visitor.send('GET', '/api/account/domains')).body as {
      domains: readonly { readonly id: string }[];
    };
    const toHook = { defaultForwardTo: 'https://hook.example/in' };
    await ann.visitor.send('PATCH', `/api/account/domains/${theirs[0]?.id}`, toHook);
    const [hooked] = (await ask(ann, ['GET', '/api/custom_domains'], list)).custom_domains;
    expect(hooked?.mailboxes).toEqual([{ id: mailboxes[0]?.id, email: 'ann@home.example' }]);
    const { security } = (await ann.visitor.send('GET', '/api/account/security')).body as {
      security: { events: readonly object[] };
    };
    const event = { kind: 'default_inbox_changed', name: 'ann.own.example' };
    expect(security.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...event, scope: 'domain' }),
        expect.objectContaining({ ...event, scope: 'names' }),
      ]),
    );
    await ask(ann, ['PUT', `/api/mailboxes/${mailboxes[0]?.id}`], z.object({ updated: z.literal(true) }), {
      body: { default: true },
    });
    expect((await ann.visitor.send('GET', '/api/account/security')).body).toMatchObject({
      security: { events: expect.arrayContaining([expect.objectContaining({ scope: 'account' })]) as unknown },
    });
  });

  it('answers to numbers of another as to those of nobody, and leaves nothing of them when it is gone', async () => {
    const { db } = test.core.database;
    const made = await makeRandom(bob);
    const place = `/api/aliases/${made.id}/contacts`;
    await ask(bob, ['POST', place], contact, { body: { contact: 'far@far.example' }, status: 201 });
    await ask(bob, ['GET', '/api/v2/mailboxes'], mailboxList);
    const before = await db.selectFrom('clientNumbers').selectAll().orderBy('number').execute();
    const holder = await db
      .selectFrom('clientNumbers')
      .select('userId')
      .where('number', '=', made.id)
      .executeTakeFirst();
    const bobs = before.filter(({ userId }) => userId === holder?.userId).map(({ number }) => number);
    // An alias, its inbox and a correspondent.
    expect(bobs.length).toBeGreaterThan(2);
    const operations = (await listOperations(api)).filter(
      ({ tags, path }) => tags.includes('Clients of SimpleLogin') && path.includes('{id}'),
    );
    expect(operations.length).toBeGreaterThan(12);
    for (const { method, path } of operations) {
      const { query = {}, body } = foreignSamples[`${method.toUpperCase()} ${path}`]?.(() => '') ?? {};
      const search = new URLSearchParams(query).toString();
      const send = (id: number): Promise<Answer> =>
        ann.send(method.toUpperCase(), `${fillPath(path, { id: String(id) })}?${search}`, body);
      const nobodys = await send(7);
      for (const number of bobs) {
        const answer = await send(number);
        expect(answer.status, `${method} ${path}`).toBe(404);
        expect(answer.body).toEqual(nobodys.body);
      }
    }
    expect(await db.selectFrom('clientNumbers').selectAll().orderBy('number').execute()).toEqual(before);
    await db
      .deleteFrom('users')
      .where('id', '=', holder?.userId ?? '')
      .execute();
    const left = await db.selectFrom('clientNumbers').selectAll().where('number', 'in', bobs).execute();
    expect(left.filter(({ userId }) => userId === holder?.userId)).toEqual([]);
  });
});

it.each([
  ['/dashboard/delete_account', '/dashboard'],
  ['/dashboard/pricing', '/dashboard'],
  ['/onboarding', '/dashboard'],
  ['/onboarding/final', '/dashboard'],
])('an app that opens %s of the website finds %s', async (theirs, ours) => {
  const answer = await fetch(`${api.url}${theirs}`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, ours]);
});

it('a forgotten password is answered alike for every address, and told by mail to the one that has an account', async () => {
  const send = (email: string): Promise<Answer> =>
    createVisitor(api).send('POST', '/api/auth/forgot_password', { email });
  const before = test.mails.length;
  const known = await send('ann@home.example');
  expect(known).toMatchObject({ status: 200, body: { ok: true } });
  const unknown = await send('nobody@home.example');
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  await expect.poll(() => test.mails.slice(before).map(({ recipient }) => recipient)).toEqual(['ann@home.example']);
  let last = unknown;
  for (let turn = 0; turn < 100 && last.status === 200; turn += 1) last = await send('nobody@home.example');
  expect(last).toMatchObject({ status: 429, body: { error: expect.any(String) as string } });
});

it('why no account is opened stands in "error", too, for programs alone', async () => {
  const input = { email: 'none', password: 'correct horse' };
  const answer = await createVisitor(api).send('POST', '/api/auth/register', input);
  expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) as string, code: 'invalid_input' } });
  const fromPage = await createVisitor(api).send('POST', '/api/auth/register', input, {
    'sec-fetch-site': 'same-origin',
  });
  expect(fromPage.body).not.toHaveProperty('error');
});
