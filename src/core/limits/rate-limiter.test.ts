import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { removeOldCounts, createRateLimiter, type RateLimiter } from '#core/limits/rate-limiter.ts';
import { createTestCore, dayMs, type TestCore } from '#support/core.ts';

let test: TestCore;
let limiter: RateLimiter;
const rules = { ...rateLimitRules, registrationPerNetwork: { action: 'few', max: 3, windowMs: 60_000 } };

beforeAll(async () => {
  test = await createTestCore();
  limiter = createRateLimiter(test.core, rules);
});
afterAll(() => test.drop());

describe('a rate limit', () => {
  it('lets exactly its number through, also when all ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => limiter.tryTake('registrationPerNetwork', { ip: '192.0.2.1' })),
    );
    expect(answers.filter(Boolean)).toHaveLength(3);
  });

  it('says when its window ends and starts a new one then', async () => {
    const now = test.core.clock.now();
    const subject = { ip: '192.0.2.2' };
    for (let use = 0; use < 3; use += 1) await limiter.take('registrationPerNetwork', subject);
    test.advance(59_000);
    const error: unknown = await limiter.take('registrationPerNetwork', subject).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'rate_limited', details: { resetTime: new Date(now + 60_000) } });
    test.advance(1000);
    await limiter.take('registrationPerNetwork', subject);
  });

  it('counts a /64 as one client and other subjects apart', async () => {
    for (const ip of ['2001:db8::1', '2001:db8::2', '2001:db8::3'])
      await limiter.take('registrationPerNetwork', { ip });
    expect(await limiter.tryTake('registrationPerNetwork', { ip: '2001:db8::4' })).toBe(false);
    expect(await limiter.tryTake('registrationPerNetwork', { ip: '2001:db8:0:1::4' })).toBe(true);
  });

  it('of the slow kind waits longer with each use beyond its number, two seconds at most, and can be forgotten', async () => {
    const waits: number[] = [];
    const slow = createRateLimiter(test.core, rules, async (ms) => void waits.push(ms));
    const subject = { text: 'somebody' };
    for (let use = 0; use < 12; use += 1) await slow.slowDown('signInTriesPerEmail', subject);
    expect(waits).toEqual([125, 250, 500, 1000, 2000, 2000, 2000]);
    await slow.forget('signInTriesPerEmail', subject);
    await slow.slowDown('signInTriesPerEmail', subject);
    expect(waits).toHaveLength(7);
  });

  it('tells an observer what each loud use left, and only its own', async () => {
    const observed = await Promise.all(
      ['192.0.2.51', '192.0.2.52'].map((ip) =>
        limiter.observe(async () => {
          await limiter.take('registrationPerNetwork', { ip });
          await limiter.tryTake('confirmationPerNetwork', { ip });
          await limiter.slowDown('signInTriesPerEmail', { text: ip });
          await limiter.take('registrationPerNetwork', { ip });
        }),
      ),
    );
    const endsAt = new Date(test.core.clock.now() + 60_000);
    const rule = rules.registrationPerNetwork;
    const expected = [2, 1].map((remaining) => ({ rule, remaining, endsAt }));
    expect(observed).toEqual([expected, expected]);
  });

  it('takes an account that has just gone for nobody', async () => {
    const gone = { userId: test.core.random.uuid() };
    await expect(limiter.take('exportPerUser', gone)).rejects.toMatchObject({ code: 'not_signed_in' });
  });

  it('stores no address', async () => {
    await limiter.take('confirmationPerNetwork', { ip: '198.51.100.77' });
    const rows = await test.core.database.db.selectFrom('rateLimits').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('198.51.100.77');
    expect(
      Buffer.concat(rows.flatMap((row) => [row.subjectHash, row.ipAddress ?? Buffer.alloc(0)])).toString('latin1'),
    ).not.toContain('198.51.100.77');
  });

  it('is erased when its window is over', async () => {
    await limiter.take('confirmationPerAddress', { text: 'x' });
    test.advance(2 * dayMs);
    await removeOldCounts(test.core, rules);
    const rows = await test.core.database.db.selectFrom('rateLimits').select('actionType').execute();
    expect(rows).toEqual([{ actionType: 'confirmation_address' }]);
    test.advance(88 * dayMs);
    await removeOldCounts(test.core, rules);
    expect(await test.core.database.db.selectFrom('rateLimits').selectAll().execute()).toEqual([]);
  });
});
