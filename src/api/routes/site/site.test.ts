import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pages } from '#contract/pages.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core, { trustedProxies: ['127.0.0.1'] });
});
beforeEach(() => test.core.database.db.deleteFrom('dailyCounts').execute());
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function send(body: unknown, headers?: Record<string, string>): Promise<Answer> {
  return createVisitor(api).send('POST', '/api/events', body, headers);
}

function counted() {
  return test.core.database.db
    .selectFrom('dailyCounts')
    .select(['name', 'category', 'label', 'count'])
    .orderBy('name')
    .execute();
}

describe('the totals of the service', () => {
  it('are public and counted once a minute', async () => {
    const totals = async () => (await createVisitor(api).send('GET', '/api/stats')).body;
    const before = await totals();
    expect(before).toEqual({ stats: { totalUsers: 0, totalAliases: 0 } });
    await signUp(test.core, 'first@example.com');
    test.advance(59_999);
    expect(await totals()).toEqual(before);
    test.advance(1);
    expect(await totals()).toEqual({ stats: { totalUsers: 1, totalAliases: 0 } });
  });
});

describe('the stats of an account', () => {
  it('count what it has, paused aliases apart, and nothing of others', async () => {
    const [ann, bob] = await Promise.all(
      ['ann@example.com', 'bob@example.com'].map(async (email) => {
        const visitor = createVisitor(api);
        const { body } = await visitor.send('POST', '/api/auth/register', { email, password: 'correct horse' });
        return { ...visitor, id: (body as { user: { id: string } }).user.id };
      }),
    );
    if (ann === undefined || bob === undefined) throw new Error('nobody registered');
    for (const alias of ['one', 'two', 'three']) {
      const wish = { alias, domain: 'kauke.test', forwardTo: 'ann@example.com, other@example.org' };
      expect(await ann.send('POST', `/api/aliases/${ann.id}`, wish)).toMatchObject({ status: 201 });
    }
    await test.core.database.db.updateTable('aliases').set({ active: false }).where('localPart', '=', 'two').execute();
    const stats = { aliases: 3, activeAliases: 2, targets: 2 };
    expect(await ann.send('GET', '/api/account-stats')).toMatchObject({ status: 200, body: { stats } });
    const none = { aliases: 0, activeAliases: 0, targets: 1 };
    expect(await bob.send('GET', '/api/account-stats')).toMatchObject({ status: 200, body: { stats: none } });
    expect(await createVisitor(api).send('GET', '/api/account-stats')).toMatchObject({ status: 401 });
  });
});

describe('events', () => {
  it('are counted by day, name, category and label and leave nothing else', async () => {
    const login = { name: 'login_success', category: 'authentication', label: 'wallet_connection' };
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => send(login)),
      send({ name: 'logout', category: 'authentication', label: 'wallet' }),
      send({ name: 'alias_created' }),
      send({ name: 'page_view', path: '/dashboard' }),
      send({ name: 'page_view', path: '*' }),
    ]);
    expect(new Set(answers.map(({ status, body }) => `${status}${String(body)}`))).toEqual(new Set(['204']));
    expect(await counted()).toEqual([
      { name: 'alias_created', category: '', label: '', count: '1' },
      { ...login, count: '5' },
      { name: 'logout', category: 'authentication', label: 'wallet', count: '1' },
      { name: 'page_view', category: '', label: expect.stringMatching(/^(\*|\/dashboard)$/), count: '1' },
      { name: 'page_view', category: '', label: expect.stringMatching(/^(\*|\/dashboard)$/), count: '1' },
    ]);
    const [row] = await test.core.database.db.selectFrom('dailyCounts').select('day').distinct().execute();
    expect(row?.day.toDateString()).toBe('Sat Nov 21 2026');
  });

  it('know every page by its pattern', async () => {
    for (const path of pages) expect(await send({ name: 'page_view', path })).toMatchObject({ status: 204 });
    expect(await counted()).toHaveLength(pages.length);
  });

  it.each([
    [{ name: 'page_view', path: '/dashboard?alias=secret' }],
    [{ name: 'page_view', path: '/private/bob@example.com' }],
    [{ name: 'page_view' }],
    [{ name: 'bought' }],
    [{ name: 'login_success', label: 'bob@example.com' }],
    [{ name: 'login_success', category: 'bob@example.com' }],
    [{ name: 'alias_created', label: 'my-alias' }],
    [{ name: 'logout', value: 7 }],
    [{}],
  ])('take only what the closed sets name, not %j', async (event) => {
    expect(await send(event)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await counted()).toEqual([]);
  });

  it.each([[{ 'sec-gpc': '1' }], [{ dnt: '1' }]])('of visitors who refuse by %j are not counted', async (refusal) => {
    expect(await send({ name: 'alias_created' }, refusal)).toMatchObject({ status: 204 });
    expect(await counted()).toEqual([]);
    await send({ name: 'alias_created' }, { dnt: '0' });
    expect(await counted()).toHaveLength(1);
  });

  it('beyond the limit of a network are not counted and not told', async () => {
    const ip = '198.51.100.9';
    const { max } = rateLimitRules.eventsPerNetwork;
    await test.core.limiter.tryTake('eventsPerNetwork', { ip });
    await test.core.database.db
      .updateTable('rateLimits')
      .set({ count: max - 1 })
      .where('actionType', '=', rateLimitRules.eventsPerNetwork.action)
      .execute();
    for (let use = 0; use < 3; use += 1) {
      expect(await send({ name: 'alias_created' }, { 'x-forwarded-for': ip })).toMatchObject({ status: 204 });
    }
    expect(await counted()).toMatchObject([{ name: 'alias_created', count: '1' }]);
  });
});
