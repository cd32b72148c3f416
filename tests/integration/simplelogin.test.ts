import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import {
  alias,
  aliasList,
  ask,
  clientPassword as password,
  createClient,
  makeRandom,
  newAlias,
  refusal,
  userInfo,
  type Client,
} from '#support/foreign-clients/simplelogin.ts';

/** What clients of SimpleLogin do with their sign-in and with aliases, call by call, as they do it. */

let test: TestCore;
let api: TestApi;
let ann: Client;
let bob: Client;

const options = z.object({
  can_create: z.literal(true),
  prefix_suggestion: z.string(),
  suffixes: z
    .array(
      z.object({
        suffix: z.string().regex(/@/u),
        signed_suffix: z.string(),
        is_custom: z.boolean(),
        is_premium: z.boolean(),
      }),
    )
    .min(1),
});

async function signedSuffix(who: Visitor): Promise<string> {
  const { suffixes } = await ask(who, ['GET', '/api/v5/alias/options'], options);
  return suffixes.find(({ suffix }) => suffix === '@kauke.test')?.signed_suffix ?? '';
}

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

const signedIn = z.object({
  name: z.string(),
  email: z.string(),
  mfa_enabled: z.boolean(),
  mfa_key: z.string().nullable(),
  api_key: z.string().nullable(),
});
describe('signing in', () => {
  const phone = { device: 'iPhone' };

  it('takes a password for a key, without a cookie, and says in its own words that it was wrong', async () => {
    const visitor = createVisitor(api);
    const right = { email: 'ann@home.example', password, ...phone };
    const answer = await visitor.send('POST', '/api/auth/login', right);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { api_key: key, mfa_enabled: second } = signedIn.parse(answer.body);
    expect(second).toBe(false);
    const info = await visitor.send('GET', '/api/user_info', undefined, { authentication: key ?? '' });
    expect(userInfo.parse(info.body)).toMatchObject({ email: 'ann@home.example', is_premium: true });
    await ask(visitor, ['POST', '/api/auth/login'], refusal, { body: { ...right, password: 'wrong' }, status: 400 });
    const fromPage = await visitor.send('POST', '/api/auth/login', right, { origin: 'https://elsewhere.example' });
    expect(fromPage).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    // Our own sign-in has no device, and gets a cookie as before.
    const own = await createVisitor(api).send('POST', '/api/auth/login', { email: 'ann@home.example', password });
    expect(own).toMatchObject({ status: 200, body: { user: { email: 'ann@home.example' } } });
  });

  it('asks for the code of the second factor, five minutes long', async () => {
    const email = 'careful@home.example';
    const { visitor } = await createClient(test, api, email);
    const { body } = await visitor.send('POST', '/api/account/second-factor');
    const app = new TOTP({ secret: Secret.fromBase32((body as { secret: string }).secret) });
    const now = (): string => app.generate({ timestamp: test.core.clock.now() });
    await visitor.send('POST', '/api/account/second-factor/enable', { code: now() });
    test.advance(60_000);
    const client = createVisitor(api);
    const login = { body: { email, password, ...phone } };
    const first = await ask(client, ['POST', '/api/auth/login'], signedIn, login);
    expect(first).toMatchObject({ mfa_enabled: true, api_key: null });
    const proof = { mfa_token: now(), mfa_key: first.mfa_key, ...phone };
    const wrong = { ...proof, mfa_token: '000000' };
    await ask(client, ['POST', '/api/auth/mfa'], refusal, { body: wrong, status: 400 });
    const second = z.object({ api_key: z.string(), name: z.string(), email: z.literal(email) });
    await ask(client, ['POST', '/api/auth/mfa'], second, { body: proof });
  });

  it('tells a wrong key so that it is thrown away', async () => {
    const nobody = await createVisitor(api).send('GET', '/api/user_info', undefined, { authentication: 'nonsense' });
    expect(nobody.status).toBe(401);
    expect(refusal.parse(nobody.body)).toMatchObject({ code: 'api_key_invalid' });
  });
});

describe('new aliases', () => {
  it('end with what was offered: to this account, within an hour, unaltered', async () => {
    const page = `/api/v5/alias/options?hostname=${encodeURIComponent('www.shoe-shop.co.uk')}`;
    const offered = await ask(ann, ['GET', page], options);
    expect(offered.prefix_suggestion).toBe('shoe-shop');
    const [pair] = await ask(
      ann,
      ['GET', '/api/v4/alias/options?hostname='],
      z.object({ suffixes: z.array(z.tuple([z.string(), z.string()])) }),
    ).then(({ suffixes }) => suffixes);
    expect(pair?.[0]).toMatch(/^\.\w+\.\w+@kauke\.test$/u);
    const signed = await signedSuffix(ann);
    const wish = { alias_prefix: 'boots', signed_suffix: signed, note: null, mailbox_ids: [], name: null };
    const made = await ask(ann, ['POST', '/api/v3/alias/custom/new?hostname'], newAlias, { body: wish, status: 201 });
    expect(made).toMatchObject({ alias: 'boots@kauke.test', email: 'boots@kauke.test', enabled: true, note: null });
    const asked = ['POST', '/api/v3/alias/custom/new'] as const;
    await ask(bob, asked, refusal, { body: wish, status: 412 });
    await ask(ann, asked, refusal, { body: wish, status: 409 });
    await ask(ann, asked, refusal, { body: { ...wish, alias_prefix: 'no name' }, status: 400 });
    const named = { ...wish, alias_prefix: 'named' };
    await ask(ann, asked, refusal, { body: { ...named, name: 'ann@far.example' }, status: 400 });
    expect(await ask(ann, asked, newAlias, { body: { ...named, name: 'Ann' }, status: 201 })).toMatchObject({
      name: 'Ann',
    });
    await ask(ann, asked, refusal, { body: { ...wish, signed_suffix: `${signed.slice(0, -2)}AA` }, status: 412 });
    test.advance(60 * 60_000);
    await ask(ann, asked, refusal, { body: { ...wish, alias_prefix: 'late' }, status: 412 });
    const [first] = (await ask(ann, ['GET', '/api/v5/alias/options'], options)).suffixes;
    const old = { alias_prefix: 'extension', signed_suffix: first?.signed_suffix, note: 'By the extension' };
    const own = await ask(ann, ['POST', '/api/v2/alias/custom/new?hostname=a.example'], newAlias, {
      body: old,
      status: 201,
    });
    expect(own.alias).toMatch(/^extension\.\w+\.\w+@kauke\.test$/u);
  });

  it.each(['', 'dark', '__proto__', 'constructor'])('are words where the mode %j says nothing', async (mode) => {
    const path = `/api/alias/random/new?mode=${mode}`;
    const made = await ask(ann, ['POST', path], newAlias, { body: {}, status: 201 });
    expect(made.alias).toMatch(/^[a-z]+\.[a-z]+\d{4}@kauke\.test$/u);
  });
});

describe('aliases', () => {
  it('are listed twenty at a time, the pinned ones first, and stay what they are by their numbers', async () => {
    test.advance(60 * 60_000);
    const dora = await createClient(test, api, 'dora@home.example');
    for (let made = 0; made < 22; made += 1) {
      test.advance(1_000);
      await makeRandom(dora);
    }
    const first = await ask(dora, ['GET', '/api/v2/aliases?page_id=0'], aliasList);
    const second = await ask(dora, ['GET', '/api/v2/aliases?page_id=1'], aliasList);
    expect([first.aliases.length, second.aliases.length]).toEqual([20, 2]);
    expect(await ask(dora, ['GET', '/api/v2/aliases?page_id=2'], aliasList)).toEqual({ aliases: [] });
    expect(new Set([...first.aliases, ...second.aliases].map(({ id }) => id)).size).toBe(22);
    const last = second.aliases[1];
    const place = `/api/aliases/${last?.id}`;
    const ok = z.object({ ok: z.literal(true) });
    await ask(dora, ['PATCH', place], ok, { body: { pinned: true } });
    const again = await ask(dora, ['GET', '/api/v2/aliases?page_id=0'], aliasList);
    expect(again.aliases[0]).toEqual({ ...last, pinned: true });
    expect((await ask(dora, ['GET', '/api/v2/aliases?page_id=0&pinned'], aliasList)).aliases).toHaveLength(1);
    const toggled = z.object({ enabled: z.boolean() });
    expect(await ask(dora, ['POST', `${place}/toggle`], toggled)).toEqual({ enabled: false });
    expect((await ask(dora, ['GET', '/api/v2/aliases?page_id=0&disabled'], aliasList)).aliases).toHaveLength(1);
    expect((await ask(dora, ['GET', '/api/v2/aliases?page_id=1&enabled'], aliasList)).aliases).toHaveLength(1);
    expect(await ask(dora, ['POST', `${place}/toggle`], toggled, { body: {} })).toEqual({ enabled: true });
    // The extension sends all four at once.
    const change = {
      note: 'Red boots',
      name: null,
      mailbox_ids: last?.mailboxes.map(({ id }) => id),
      disable_pgp: false,
    };
    await ask(dora, ['PUT', place], ok, { body: change });
    const without = { ...change, note: 'lost', mailbox_ids: [] };
    expect(await ask(dora, ['PUT', place], refusal, { body: without, status: 400 })).toMatchObject({
      error: 'An alias has at least one mailbox.',
    });
    const search = { body: { query: 'red b' } };
    const found = await ask(dora, ['POST', '/api/v2/aliases?page_id=0'], aliasList, search);
    expect(found.aliases).toMatchObject([{ id: last?.id, note: 'Red boots' }]);
    expect(await ask(dora, ['GET', place], alias)).toMatchObject({ id: last?.id, pinned: true, note: 'Red boots' });
    const none = z.object({ activities: z.tuple([]) });
    await ask(dora, ['GET', `${place}/activities?page_id=0`], none);
    await ask(dora, ['PUT', place], refusal, { body: { note: 'x', name: 'Dora <x' }, status: 400 });
    expect(await ask(dora, ['GET', place], alias)).toMatchObject({ note: 'Red boots', name: null });
    await ask(dora, ['PUT', place], ok, { body: { name: 'Dora' } });
    expect(await ask(dora, ['GET', place], alias)).toMatchObject({ note: 'Red boots', name: 'Dora' });
    await ask(dora, ['DELETE', place], z.object({ deleted: z.literal(true) }));
    await ask(dora, ['GET', place], refusal, { status: 404 });
    await ask(dora, ['GET', '/api/v2/aliases'], refusal, { status: 400 });
    const stats = z.strictObject({ nb_alias: z.int(), nb_block: z.int(), nb_forward: z.int(), nb_reply: z.int() });
    expect(await ask(dora, ['GET', '/api/stats'], stats)).toMatchObject({ nb_alias: 21 });
    // To everybody else that is what it was, and an alias has the id that it had.
    expect((await createVisitor(api).send('GET', '/api/stats')).body).toHaveProperty('stats');
    expect((await dora.visitor.send('GET', '/api/aliases/me')).body).toHaveProperty('aliases');
  });

  it('keep their webhooks when their mailboxes are changed', async () => {
    const { body } = await ann.visitor.send('POST', '/api/aliases/me', {
      alias: 'hooked',
      domain: 'kauke.test',
      forwardTo: 'ann@home.example, https://hooks.mask.lt/in',
    });
    expect(body).toHaveProperty('alias');
    const { aliases } = await ask(ann, ['GET', '/api/v2/aliases?page_id=0'], aliasList);
    const hooked = aliases.find(({ email }) => email === 'hooked@kauke.test');
    expect(hooked?.mailboxes.map(({ email }) => email)).toEqual(['ann@home.example', 'https://hooks.mask.lt/in']);
    const change = { mailbox_ids: [hooked?.mailboxes[1]?.id] };
    await ask(ann, ['PATCH', `/api/aliases/${hooked?.id}`], z.object({ ok: z.literal(true) }), { body: change });
    expect(await ask(ann, ['GET', `/api/aliases/${hooked?.id}`], alias)).toEqual(hooked);
  });
});
