import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, dayMs, tokenOf, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import {
  apiKeysOf,
  bearer,
  createKeyOwner,
  makeApiKey,
  ownerPassword as password,
  type KeyOwner,
} from '#support/key-owner.ts';

let test: TestCore;
let api: TestApi;

function bodyOf<Body>({ body }: Answer): Body {
  return body as Body;
}

function listWith(person: Pick<KeyOwner, 'id'>, headers: Record<string, string>): Promise<Answer> {
  return createVisitor(api).send('GET', `/api/aliases/${person.id}`, undefined, headers);
}

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
});
beforeEach(() => test.advance(3_600_000));
afterAll(async () => {
  await api.stop();
  await test.drop();
});

describe('API keys', () => {
  it('are shown once, stored hashed, listed and revoked', async () => {
    const person = await createKeyOwner(api);
    const { key, ...made } = await makeApiKey(person, { name: '  Laptop  ', days: 30 });
    const expiresAt = new Date(test.core.clock.now() + 30 * dayMs).toISOString();
    expect(key).toMatch(/^kauke[0-9A-Za-z]{43}$/);
    expect(made).toMatchObject({ name: 'Laptop', expiresAt, expired: false, lastUsedOn: null });
    const other = await makeApiKey(person);
    expect(await apiKeysOf(person)).toContainEqual(made);
    expect(await apiKeysOf(person)).toHaveLength(2);
    expect(await searchDatabase(test.core.database, [key, Buffer.from(key.slice(5))])).toEqual([]);
    expect((await listWith(person, bearer(key))).status).toBe(200);
    const exported = bodyOf<{ apiKeys: ApiKey[] }>(await person.send('GET', '/api/account/export'));
    expect(exported.apiKeys.map(({ id }) => id).toSorted()).toEqual([made.id, other.id].toSorted());
    expect(JSON.stringify(exported)).not.toContain(key);

    const stranger = await createKeyOwner(api);
    expect((await stranger.send('DELETE', `/api/api-keys/${made.id}`)).status).toBe(404);
    expect((await person.send('DELETE', `/api/api-keys/${made.id}`)).status).toBe(200);
    expect((await listWith(person, bearer(key))).status).toBe(401);
    expect((await listWith(person, bearer(other.key))).status).toBe(200);
  });

  it('tell the day they were last used on, written once a day', async () => {
    const person = await createKeyOwner(api);
    const { key } = await makeApiKey(person);
    const dayOf = (): string => new Date(test.core.clock.now()).toISOString().slice(0, 10);
    const usedOn = async (): Promise<string | null> => (await apiKeysOf(person))[0]?.lastUsedOn ?? null;
    await listWith(person, bearer(key));
    await expect.poll(usedOn).toBe(dayOf());
    const before = dayOf();
    test.advance(dayMs);
    await listWith(person, bearer(key));
    await expect.poll(usedOn).toBe(dayOf());
    expect(dayOf()).not.toBe(before);
  });

  it.each([
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(limits.apiKeyNameMax + 1) }, 'name'],
    [{ name: 'x', days: 0 }, 'days'],
    [{ name: 'x', days: 1.5 }, 'days'],
    [{ name: 'x', days: limits.apiKeyDaysMax + 1 }, 'days'],
    [{ name: 'x', userId: randomUUID() }, 'userId'],
  ])('are not made from %j', async (input, field) => {
    const person = await createKeyOwner(api);
    const answer = await person.send('POST', '/api/api-keys', input);
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [expect.any(String)] } } });
    expect(await apiKeysOf(person)).toEqual([]);
  });

  it('are asked for by somebody who proved lately who they are', async () => {
    const person = await createKeyOwner(api);
    test.advance(11 * 60_000);
    expect(await person.send('POST', '/api/api-keys', { name: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'confirm_identity' },
    });
    await person.send('POST', '/api/auth/confirm', { password });
    await makeApiKey(person);
  });

  it('are so many and no more, even when they are asked for at once', async () => {
    const person = await createKeyOwner(api);
    for (let made = 0; made < test.core.settings.quotas.apiKeys - 1; made += 1) {
      if (made % rateLimitRules.apiKeysPerUser.max === 0) {
        test.advance(3_600_000);
        await person.send('POST', '/api/auth/confirm', { password });
      }
      await makeApiKey(person);
    }
    test.advance(3_600_000);
    await person.send('POST', '/api/auth/confirm', { password });
    const last = await Promise.all([1, 2, 3].map(() => person.send('POST', '/api/api-keys', { name: 'x' })));
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('end with a password reset and with the account', async () => {
    const person = await createKeyOwner(api);
    await person.send('POST', '/api/targets/confirm', {
      token: tokenOf(test.mails.findLast(({ recipient }) => recipient === person.email)),
    });
    const { key } = await makeApiKey(person);
    await person.send('POST', '/api/auth/password/forgot', { email: person.email });
    const resetMail = () =>
      test.mails.findLast(({ recipient, text }) => recipient === person.email && /reset#/.test(text));
    await expect.poll(resetMail).toBeDefined();
    const reset = { token: tokenOf(resetMail()), password: 'another horse' };
    expect((await person.send('POST', '/api/auth/password/reset', reset)).status).toBe(200);
    expect((await listWith(person, bearer(key))).status).toBe(401);

    const leaver = await createKeyOwner(api);
    const left = await makeApiKey(leaver);
    await leaver.send('PUT', '/api/account/default-target', { targetId: leaver.targetId });
    expect((await leaver.send('DELETE', '/api/account')).status).toBe(200);
    expect(await listWith(leaver, bearer(left.key))).toMatchObject({ status: 401, body: { code: 'api_key_invalid' } });
  });

  it('are counted, each on its own', async () => {
    const person = await createKeyOwner(api);
    const [one, two] = [await makeApiKey(person), await makeApiKey(person)];
    const { max } = rateLimitRules.requestsPerApiKey;
    const statuses: number[] = [];
    for (let asked = 0; asked <= max; asked += 1) statuses.push((await listWith(person, bearer(one.key))).status);
    expect(statuses.slice(0, max).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await listWith(person, bearer(two.key))).headers.get('ratelimit')).toContain(
      `"api_key_requests";r=${max - 1}`,
    );
    expect((await person.send('GET', `/api/aliases/${person.id}`)).status).toBe(200);
  });
});

describe('a key that opens nothing', () => {
  it.each([
    ['is missing', 'Bearer'],
    ['is empty', 'Bearer   '],
    ['is of another service', 'Bearer addy_io_0123456789abcdef'],
    ['has spaces in it', 'Bearer kauke_abc def'],
    ['is too short', 'Bearer kauke_abc'],
    ['was never given', `Bearer kauke_${'A'.repeat(43)}`],
    ['was never given either', `Bearer kauke${'A'.repeat(43)}`],
    ['has no prefix', `Bearer ${'A'.repeat(43)}`],
    ['comes by another scheme', 'Basic dXNlcjpwYXNz'],
    ['is very long', `Bearer kauke_${'A'.repeat(8_000)}`],
  ])('%s', async (_, authorization) => {
    const person = await createKeyOwner(api);
    for (const path of [`/api/aliases/${person.id}`, '/api/v1/aliases', '/api/account']) {
      // The cookie of a session that could do it is not read beside it.
      const answer = await person.send('GET', path, undefined, { authorization });
      expect(answer, `${path}`).toMatchObject({
        status: 401,
        body: { code: 'api_key_invalid', message: expect.any(String) },
      });
    }
  });

  it('has expired', async () => {
    const person = await createKeyOwner(api);
    const { key } = await makeApiKey(person, { days: 1 });
    test.advance(dayMs - 1);
    expect((await listWith(person, bearer(key))).status).toBe(200);
    test.advance(1);
    expect(await listWith(person, bearer(key))).toMatchObject({
      status: 401,
      body: { code: 'api_key_invalid', message: 'This API key has expired.' },
    });
    await person.send('POST', '/api/auth/login', { email: person.email, password });
    expect(await apiKeysOf(person)).toMatchObject([{ expired: true }]);
  });
});

describe('the default target', () => {
  it('is the own email, until another is chosen', async () => {
    const person = await createKeyOwner(api);
    const { key } = await makeApiKey(person);
    const made = async (): Promise<string[]> => {
      const answer = await createVisitor(api).send('POST', '/api/v1/aliases', {}, bearer(key));
      const { data } = bodyOf<{ data: { recipients: { email: string }[] } }>(answer);
      return data.recipients.map(({ email }) => email);
    };
    expect(await made()).toEqual([person.email]);
    const wish = { alias: 'spare-box', domain: 'kauke.test', forwardTo: 'spare@example.org' };
    const { alias } = bodyOf<{ alias: { targets: { id: string }[] } }>(
      await person.send('POST', `/api/aliases/${person.id}`, wish),
    );
    const targetId = alias.targets[0]?.id ?? '';
    const choose = (id: string | null): Promise<Answer> =>
      person.send('PUT', '/api/account/default-target', { targetId: id });
    expect((await choose(targetId)).status).toBe(200);
    expect(bodyOf(await person.send('GET', '/api/account'))).toMatchObject({ account: { defaultTargetId: targetId } });
    expect(await made()).toEqual(['spare@example.org']);
    expect((await choose(null)).status).toBe(200);
    expect(await made()).toEqual([person.email]);
    const stranger = await createKeyOwner(api);
    expect(await choose(stranger.targetId)).toMatchObject({ status: 404 });
    expect(await choose(randomUUID())).toMatchObject({ status: 404 });
  });
});
