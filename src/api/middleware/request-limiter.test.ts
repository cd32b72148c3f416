import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertApiKey } from '#core/api-keys/api-keys.ts';
import { requestRates } from '#core/limits/rate-limit-rules.ts';
import { ignoreMetrics } from '#platform/metrics.ts';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { expectAfter } from '#support/expect-after.ts';

const aSecond = 1_000;
/** Those of the product, but for how late it refuses: some hundred refusals are waited for. */
const rates = { ...requestRates, refusalMs: 100 };

let test: TestCore;
let api: TestApi;
let userId: string;
let cookie: string;
let key: string;
const refused: string[] = [];

beforeAll(async () => {
  test = await createTestCore();
  const metrics = { ...ignoreMetrics, shareRefused: (budget: string) => void refused.push(budget) };
  api = await startTestApi(test.core, { rates, trustedProxies: ['127.0.0.1'], metrics });
  const { user, token } = await signUp(test.core, 'ann@home.example');
  userId = user.id;
  cookie = `kauke_session=${token}`;
  const input = { name: 'program', scope: 'all' } as const;
  ({ key } = await insertApiKey(test.core.database.db, test.core, userId, input));
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function get(path: string, ip: string, headers: Record<string, string> = {}): Promise<Answer> {
  return createVisitor(api).send('GET', path, undefined, { 'x-forwarded-for': ip, ...headers });
}

/** The answers to many at once, by status. */
async function flood(times: number, ask: (index: number) => Promise<Answer>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let index = 0; index < times; index += 50) {
    const answers = await Promise.all(Array.from({ length: Math.min(50, times - index) }, (_, at) => ask(index + at)));
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Statements that the database has seen for this program, each on a connection of its own. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const { pool } = test.core.database;
  const before = pool.listenerCount('acquire');
  let queries = 0;
  const count = (): void => void (queries += 1);
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  expect(pool.listenerCount('acquire')).toBe(before);
  return queries;
}

describe('requests', () => {
  it('of a network have a rate and a burst, refused with a time to come again, without a query or a word to others', async () => {
    expect(await flood(560, () => get('/api/config', '192.0.2.1'))).toEqual({ 200: 500, 429: 60 });
    const { status, headers, body } = await get('/api/config', '192.0.2.1');
    expect({ status, retryAfter: headers.get('retry-after'), body }).toMatchObject({
      status: 429,
      retryAfter: '1',
      body: { code: 'rate_limited', rateLimited: true },
    });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get('/api/config', '192.0.2.2')).status).toBe(200);
    expect(await countQueries(() => get('/api/auth/session', '192.0.2.1', { cookie }))).toBe(0);
    test.advance(aSecond);
    expect(await flood(60, () => get('/api/config', '192.0.2.1'))).toEqual({ 200: 50, 429: 10 });
  });

  it('that are too many are answered late, so that who asks as fast as he is answered asks rarely', async () => {
    for (let index = 0; index < 2; index += 1) {
      const { status } = await expectAfter(rates.refusalMs - 1, () => get('/api/config', '192.0.2.1'));
      expect(status).toBe(429);
    }
    expect((await get('/api/config', '192.0.2.2')).status).toBe(200);
  });

  it('of an account have a rate from wherever they come', async () => {
    const counts = await flood(330, (index) => get('/api/targets', `2001:db8:${index}::1`, { cookie }));
    expect(counts).toEqual({ 200: 300, 429: 30 });
    const other = await signUp(test.core, 'bob@home.example');
    const own = { cookie: `kauke_session=${other.token}` };
    expect((await get('/api/targets', '2001:db8:1::1', own)).status).toBe(200);
    expect(refused.filter((budget) => budget === 'account_requests')).toHaveLength(30);
    test.advance(60 * aSecond);
  });

  it('for all that an account has are slowed down, and refused beyond patience', async () => {
    const counts = await flood(45, () => get(`/api/aliases/${userId}`, '192.0.2.3', { cookie }));
    expect(counts).toEqual({ 200: 45 });
    test.advance(60 * aSecond);
  });
});

describe('API keys that are wrong', () => {
  const wrong = (index: number): string => `kauke_${String(index).padStart(43, 'k')}`;
  const ask = (text: string, ip: string): Promise<Answer> =>
    get('/api/v1/account-details', ip, { authorization: `Bearer ${text}` });

  it('are looked for only so often for a network, and for its site, and then cost no query', async () => {
    expect((await ask(key, '2001:db8:9:100::1')).status).toBe(200);
    const site = (index: number): string => `2001:db8:9:${(index % 200).toString(16)}00::1`;
    expect(await flood(130, (index) => ask(wrong(index), site(index)))).toEqual({ 401: 79, 429: 51 });
    // What the program does by itself meanwhile is one or two.
    expect(await countQueries(() => flood(50, (index) => ask(wrong(index), site(index))))).toBeLessThan(5);
  });

  it('are answered late', async () => {
    const { status } = await expectAfter(rates.refusalMs - 1, () => ask(wrong(1), '2001:db8:b::1'));
    expect(status).toBe(401);
  });

  it('leave the right ones of other networks alone, and those that were right before wherever they are', async () => {
    expect((await ask(key, '2001:db8:9:100::1')).status).toBe(200);
    expect((await ask(key, '2001:db8:a::1')).status).toBe(200);
    expect((await ask(wrong(1), '2001:db8:9:100::1')).status).toBe(429);
    expect((await ask(wrong(1), '2001:db8:a::1')).status).toBe(401);
  });

  it('that were right are counted again once they are not', async () => {
    await test.core.database.db.deleteFrom('apiKeys').execute();
    expect((await ask(key, '2001:db8:9:100::1')).status).toBe(401);
    expect((await ask(key, '2001:db8:9:100::1')).status).toBe(429);
    test.advance(aSecond);
    expect((await ask(key, '2001:db8:9:100::1')).status).toBe(401);
  });
});
