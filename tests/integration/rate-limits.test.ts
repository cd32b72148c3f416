import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;

const email = 'ann@home.example';
const password = 'correct horse';

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core, { trustedProxies: ['127.0.0.1'] });
  await signUp(test.core, email);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function signIn(ip: string, input = { email, password }): Promise<Answer> {
  return createVisitor(api).send('POST', '/api/auth/login', input, { 'x-forwarded-for': ip });
}

/** Of an address, and of its /24, which counts only what the address was granted. */
async function countsOf(action: string): Promise<number[]> {
  const rows = await test.core.database.db
    .selectFrom('rateLimits')
    .select('count')
    .where('actionType', '=', action)
    .orderBy('count', 'desc')
    .execute();
  return rows.map(({ count }) => count);
}

describe('sign-ins beyond the limit', () => {
  it('are refused with a reset time when 50 come at once, and are counted exactly', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn('198.51.100.1')));
    const { max, windowMs, action } = rateLimitRules.signInPerEmail;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(max);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(50 - max);
    const resetTime = new Date(test.core.clock.now() + windowMs).toISOString();
    for (const { body, headers } of refused) {
      const message = 'Too many requests. Please wait a moment.';
      expect(body).toEqual({ message, code: 'rate_limited', rateLimited: true, resetTime });
      expect(headers.get('retry-after')).toBe('900');
      expect(headers.get('ratelimit')).toContain('"sign_in_email";r=0;t=900');
    }
    // Who is refused again within a second is not counted again.
    const [own, ...wider] = await countsOf(action);
    expect(own).toBeGreaterThan(max);
    expect(wider).toEqual([max]);
    expect(await countsOf(rateLimitRules.signInPerNetwork.action)).toEqual([50, 50]);
    test.advance(windowMs);
    expect(await signIn('198.51.100.1')).toMatchObject({ status: 200 });
  });

  it('of one network are refused whatever the email, of an IPv6 client by its /64', async () => {
    const { max } = rateLimitRules.signInPerNetwork;
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= max; attempt += 1) {
      const input = { email: `nobody-${attempt}@home.example`, password: 'x' };
      statuses.push((await signIn(`2001:db8::${attempt.toString(16)}`, input)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(max);
    expect(statuses.at(-1)).toBe(429);
    expect((await signIn('2001:db8:0:1::1')).status).toBe(200);
  });

  it('of a site are refused whichever of its networks they come from', async () => {
    const tries = Array.from({ length: 60 }, (_, index) =>
      signIn(`2001:db9:0:${index.toString(16)}00::1`, { email: 'nobody@home.example', password: 'x' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(4 * rateLimitRules.signInPerEmail.max);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it('do not lock the owner out when they come from elsewhere', async () => {
    for (let network = 1; network <= 15; network += 1) {
      await signIn(`203.0.113.${network}`, { email, password: 'guess' });
    }
    expect(await signIn('198.51.100.200')).toMatchObject({ status: 200 });
  });
});

describe('the RateLimit headers', () => {
  it('tell policy and what is left of every limit that the request counted in', async () => {
    const { headers } = await signIn('198.51.100.9');
    expect(headers.get('ratelimit-policy')).toBe('"sign_in_network";q=100;w=3600, "sign_in_email";q=10;w=900');
    expect(headers.get('ratelimit')).toBe('"sign_in_network";r=99;t=3600, "sign_in_email";r=9;t=900');
  });

  it('are absent where nothing was counted', async () => {
    const { headers } = await createVisitor(api).send('GET', '/api/config');
    expect(headers.has('ratelimit')).toBe(false);
  });

  it('tell nothing of what others did to an address', async () => {
    const visitor = createVisitor(api);
    const { body } = await visitor.send('POST', '/api/auth/register', { email: 'bob@home.example', password });
    const { id } = (body as { user: { id: string } }).user;
    const wish = { alias: 'quiet', domain: 'kauke.test', forwardTo: email };
    const { status, headers } = await visitor.send('POST', `/api/aliases/${id}`, wish);
    expect(status).toBe(201);
    expect(headers.get('ratelimit')).toBe('"alias_creation";r=59;t=3600');
  });
});
