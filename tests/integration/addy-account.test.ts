import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewApiKeyResponse } from '#contract/account.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

/** How the apps of addy.io open an account and end one. */

const password = 'correct horse battery';

let test: TestCore;
let api: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

interface Owner extends Visitor {
  readonly key: string;
}

async function signUp(email: string): Promise<Owner> {
  const visitor = createVisitor(api);
  expect(await visitor.send('POST', '/api/auth/register', { email, password })).toMatchObject({ status: 201 });
  const { body } = await visitor.send('POST', '/api/api-keys', { name: 'App', scope: 'aliases' });
  return { ...visitor, key: (body as NewApiKeyResponse).apiKey.key };
}

function askBy(key: string, method: string, path: string, body?: object): Promise<Answer> {
  return createVisitor(api).send(method, path, body, { authorization: `Bearer ${key}` });
}

function end({ key }: Owner, given = password): Promise<Answer> {
  return askBy(key, 'POST', '/api/auth/delete-account', { password: given });
}

async function isThere({ key }: Owner): Promise<boolean> {
  return (await askBy(key, 'GET', '/api/v1/account-details')).status === 200;
}

describe('an account opened by the app', () => {
  const device = { device_name: 'addy.io for Android' };

  it('is there, signed in to by its email, and no session comes with it', async () => {
    const visitor = createVisitor(api);
    const form = { username: 'lina', email: 'lina@home.example', password, ...device };
    const opened = await visitor.send('POST', '/api/auth/register', form);
    expect(opened).toMatchObject({ status: 204 });
    expect(opened.headers.get('set-cookie')).toBeNull();
    expect(await test.core.database.db.selectFrom('sessions').select('id').execute()).toEqual([]);
    expect(test.mails.map(({ recipient }) => recipient)).toContain('lina@home.example');
    const signIn = { username: 'lina@home.example', password, ...device };
    expect(await createVisitor(api).send('POST', '/api/auth/login', signIn)).toMatchObject({ status: 200 });
  });

  it.each([
    { what: 'a weak password', form: { email: 'weak@home.example', password: 'password' } },
    { what: 'an email that is none', form: { email: 'weak', password } },
    { what: 'no password', form: { email: 'weak@home.example' } },
  ])('is not there for $what, and the app can tell why', async ({ form }) => {
    const refused = await createVisitor(api).send('POST', '/api/auth/register', {
      username: 'weak',
      ...form,
      ...device,
    });
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringMatching(/\w/) } });
  });
});

describe('an account that the app ends', () => {
  it('ends by the password alone, where it asks for no more, and its owner can come back', async () => {
    const owner = await signUp('ann@home.example');
    expect(await end(owner, 'not this one')).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/\w/) },
    });
    expect(await isThere(owner)).toBe(true);
    expect(await end(owner)).toMatchObject({ status: 204 });
    expect(await isThere(owner)).toBe(false);
    const back = createVisitor(api);
    expect(await back.send('POST', '/api/auth/login', { email: 'ann@home.example', password })).toMatchObject({
      status: 200,
    });
    expect(await back.send('POST', '/api/account/restore')).toMatchObject({ status: 200 });
    expect(await isThere(owner)).toBe(true);
  });

  it('does not end where the website asks for a code, too', async () => {
    const owner = await signUp('careful@home.example');
    const { body } = await owner.send('POST', '/api/account/second-factor');
    const app = new TOTP({ secret: Secret.fromBase32((body as { secret: string }).secret) });
    const code = app.generate({ timestamp: test.core.clock.now() });
    expect(await owner.send('POST', '/api/account/second-factor/enable', { code })).toMatchObject({ status: 200 });
    expect(await end(owner)).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/website, below the list of aliases/) },
    });
    expect(await isThere(owner)).toBe(true);
  });

  it('does not end while it is locked, whoever has the password', async () => {
    const owner = await signUp('locked@home.example');
    expect(await owner.send('POST', '/api/account/lock')).toMatchObject({ status: 200 });
    expect((await end(owner)).status).toBe(401);
    const device = { device_name: 'addy.io for iOS', expiration: null };
    const signedIn = await createVisitor(api).send('POST', '/api/auth/login', {
      username: 'locked@home.example',
      password,
      ...device,
    });
    const { api_key: key } = signedIn.body as { api_key: string };
    expect(await end({ ...owner, key })).toMatchObject({ status: 403 });
    expect(await isThere({ ...owner, key })).toBe(true);
  });

  it('is not ended by trying one password after the other', async () => {
    const owner = await signUp('tried@home.example');
    const statuses: number[] = [];
    for (let tries = 0; tries < 30; tries += 1) statuses.push((await end(owner, `wrong ${tries}`)).status);
    expect(statuses).toContain(429);
    expect((await end(owner)).status).toBe(429);
    expect(await isThere(owner)).toBe(true);
  });
});
