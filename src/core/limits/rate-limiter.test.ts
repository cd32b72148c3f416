import { sql } from 'kysely';
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

  it('counts the networks around one, each by its own limit, over 1,200 addresses of a provider', async () => {
    const granted = new Map<string, number>();
    const ask = async (ip: string, network: string): Promise<void> => {
      const isGranted = await limiter.tryTake('registrationPerNetwork', { ip });
      if (isGranted) granted.set(network, (granted.get(network) ?? 0) + 1);
    };
    const hex = (index: number): string => index.toString(16);
    // 40 addresses in each of 30 sites: some in one /64, some in one /56, the rest all over the site.
    const asked = Array.from({ length: 30 }, (_, site) =>
      Array.from({ length: 40 }, (_, index) => {
        const subnet = index < 10 ? '0' : hex(index < 20 ? index : index * 256);
        return ask(`2001:db9:${hex(site)}:${subnet}::${hex(index + 1)}`, `site ${site}`);
      }),
    );
    await Promise.all(asked.flat());
    // 4 times 3 for each site, and 64 times 3 for all of the provider.
    expect(Math.max(...granted.values())).toBe(12);
    expect([...granted.values()].reduce((sum, count) => sum + count, 0)).toBe(192);
    expect(await limiter.tryTake('registrationPerNetwork', { ip: '2001:db9:ffff::1' })).toBe(false);
    expect(await limiter.findEnd('registrationPerNetwork', { ip: '2001:db9:ffff::1' })).not.toBeNull();
    expect(await limiter.tryTake('registrationPerNetwork', { ip: '2001:dba::1' })).toBe(true);
  });

  it('counts the addresses of an IPv4 /24 together, and spends nothing of it on who is refused alone', async () => {
    const take = (ip: string) => limiter.tryTake('registrationPerNetwork', { ip });
    for (let use = 0; use < 60; use += 1) await take('203.0.113.1');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => take(`203.0.113.${index + 2}`)));
    expect(answers.filter(Boolean)).toHaveLength(21);
    expect(await take('203.0.114.1')).toBe(true);
  });

  it('refuses again for a second whom it refused, without a look at the database', async () => {
    const take = () => limiter.take('registrationPerNetwork', { ip: '198.51.100.9' });
    for (let use = 0; use < 3; use += 1) await take();
    await expect(take()).rejects.toThrow(AppError);
    await test.core.database.db.deleteFrom('rateLimits').execute();
    await expect(take()).rejects.toThrow(AppError);
    test.advance(1000);
    await take();
  });

  it('grants at once what was given back after a refusal', async () => {
    const subject = { ip: '198.51.101.9' };
    const take = () => limiter.take('registrationPerNetwork', subject);
    for (let use = 0; use < 3; use += 1) await take();
    await expect(take()).rejects.toThrow(AppError);
    for (let use = 0; use < 2; use += 1) await limiter.giveBack('registrationPerNetwork', subject);
    await take();
    await expect(take()).rejects.toThrow(AppError);
  });

  it('that reserves counts in all networks or in none', async () => {
    const reserve = (ip: string) => limiter.reserve('registrationPerNetwork', { ip });
    const address = (index: number): string => `2001:dbb:0:${index.toString(16)}00::1`;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => reserve(address(index))));
    expect(answers.filter((end) => end === null)).toHaveLength(12);
    const endsAt = new Date(test.core.clock.now() + 60_000);
    expect(answers.filter((end) => end !== null)).toEqual(Array.from({ length: 28 }, () => endsAt));
    await limiter.giveBack('registrationPerNetwork', { ip: address(answers.indexOf(null)) });
    const mayUse = async (ip: string): Promise<boolean | undefined> => {
      const isLeft = sql<{ ok: boolean }>`select ${limiter.mayUse('registrationPerNetwork', { ip })} as ok`;
      return (await isLeft.execute(test.core.database.db)).rows[0]?.ok;
    };
    expect(await limiter.hasLeft('registrationPerNetwork', { ip: '2001:dbb::ffff:0:0:1' })).toBe(true);
    expect(await mayUse('2001:dbb::ffff:0:0:1')).toBe(true);
    const again = await Promise.all(Array.from({ length: 20 }, () => reserve('2001:dbb:0:ff00::1')));
    expect(again.filter((end) => end === null)).toHaveLength(1);
    expect(await limiter.hasLeft('registrationPerNetwork', { ip: '2001:dbb:0:ff00::1' })).toBe(false);
    expect(await mayUse('2001:dbb:0:ff00::1')).toBe(false);
  });

  it('counts sites from the first where it is one of sites', async () => {
    const reserve = async (ip: string) => (await limiter.reserve('takenEmailsPerSite', { ip })) === null;
    const inOne = await Promise.all(Array.from({ length: 30 }, (_, index) => reserve(`2001:dbc:0:${index}::1`)));
    expect(inOne.filter(Boolean)).toHaveLength(20);
    expect(await reserve('2001:dbc:1::1')).toBe(true);
    const rows = await test.core.database.db
      .selectFrom('rateLimits')
      .select('count')
      .where('actionType', '=', 'taken_emails_site')
      .orderBy('count')
      .execute();
    expect(rows).toEqual([{ count: 1 }, { count: 20 }, { count: 21 }]);
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
