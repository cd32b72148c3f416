import { describe, expect, it } from 'vitest';
import { sessionsResponseSchema, type Session } from '#contract/account.ts';
import { createVisitor, type Answer, type Visitor } from '#support/api.ts';
import { dayMs } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { testPassword as password, useApi } from '#support/use-api.ts';

const test = useApi();

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' };

async function sessionsOf(visitor: Visitor): Promise<Session[]> {
  const { body } = await visitor.send('GET', '/api/account/sessions');
  return sessionsResponseSchema.strict().parse(body).sessions;
}
function sessionLine(answer: Answer): string {
  return answer.headers.getSetCookie().find((line) => line.startsWith('kauke_session=')) ?? '';
}
function cookieOf(answer: Answer): string {
  return sessionLine(answer).split(';')[0] ?? '';
}
async function statusWith(cookie: string): Promise<number> {
  return (await createVisitor(test).send('GET', '/api/account', undefined, { cookie })).status;
}
function signIn(email: string, headers: Record<string, string> = {}): Promise<Answer> {
  return createVisitor(test).send('POST', '/api/auth/login', { email, password }, headers);
}

describe('a session', () => {
  it('tells its owner browser and system, first and last use and its end, and nobody else', async () => {
    const { visitor } = await test.register('device@example.com');
    const first = new Date(test.core.clock.now());
    test.advance(3 * dayMs);
    await visitor.send('POST', '/api/auth/login', { email: 'device@example.com', password }, firefox);
    await signIn('device@example.com', { 'user-agent': 'Kauke-on-a-toaster/7' });
    const listed = await sessionsOf(visitor);
    expect(listed.map(({ device }) => device).toSorted()).toEqual(['Firefox on Linux', 'Unknown device']);
    const own = listed.find(({ current }) => current);
    const now = new Date(test.core.clock.now());
    expect(own).toMatchObject({
      device: 'Firefox on Linux',
      createdAt: now.toISOString(),
      lastUsedAt: now.toISOString(),
      endsAt: new Date(now.getTime() + 180 * dayMs).toISOString(),
    });
    expect(now.getTime() - first.getTime()).toBe(3 * dayMs);
    expect(await searchDatabase(test.core.database, ['Firefox', 'toaster'])).toEqual([]);
    const exported = await visitor.send('GET', '/api/account/export');
    expect(JSON.stringify(exported.body)).toContain('"device":"Firefox on Linux"');
  });

  it('ends 30 days after its last use, and 180 days after its sign-in whatever its use', async () => {
    const { visitor: idle } = await test.register('idle@example.com');
    const busy = createVisitor(test);
    await busy.send('POST', '/api/auth/login', { email: 'idle@example.com', password });
    for (let day = 20; day < 180; day += 20) {
      test.advance(20 * dayMs);
      const answer = await busy.send('GET', '/api/account');
      expect(answer.status, `day ${day}`).toBe(200);
      if (day === 40) expect((await idle.send('GET', '/api/account')).status).toBe(401);
      // To prove who is there makes it no younger.
      if (day === 100)
        expect(await busy.send('POST', '/api/auth/confirm', { password })).toMatchObject({ status: 200 });
    }
    test.advance(20 * dayMs - 1);
    expect((await busy.send('GET', '/api/account')).status).toBe(200);
    test.advance(1);
    expect((await busy.send('GET', '/api/account')).status).toBe(401);
  });

  it('that was never noted with a device says so', async () => {
    const { visitor, userId } = await test.register('former@example.com');
    await test.core.database.db
      .updateTable('sessions')
      .set({ deviceSealed: null })
      .where('userId', '=', userId)
      .execute();
    expect(await sessionsOf(visitor)).toMatchObject([{ device: 'Unknown device' }]);
  });
});

describe('a fresh proof', () => {
  it('gives the session a new token: the one before is worth nothing from then on', async () => {
    await test.register('rotate@example.com');
    const signedIn = await signIn('rotate@example.com');
    const before = cookieOf(signedIn);
    const confirmed = await createVisitor(test).send('POST', '/api/auth/confirm', { password }, { cookie: before });
    expect(sessionLine(confirmed)).toMatch(/^kauke_session=.+; Max-Age=2592000; Path=\/; HttpOnly/);
    expect(cookieOf(confirmed)).not.toBe(before);
    expect([await statusWith(before), await statusWith(cookieOf(confirmed))]).toEqual([401, 200]);
  });

  it('is given once where two bring one at the same time', async () => {
    await test.register('race@example.com');
    const cookie = cookieOf(await signIn('race@example.com'));
    const prove = () => createVisitor(test).send('POST', '/api/auth/confirm', { password }, { cookie });
    const answers = await Promise.all([prove(), prove()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const kept = answers.find(({ status }) => status === 200);
    expect(kept && (await statusWith(cookieOf(kept)))).toBe(200);
  });

  it.each([
    ['DELETE', '/api/account', undefined],
    ['GET', '/api/account/export', undefined],
    ['GET', '/api/account/export?format=csv', undefined],
    ['POST', '/api/api-keys', { name: 'stolen' }],
  ])('is what %s %s asks for 10 minutes after the last one', async (method, path, body) => {
    const email = `asked-${method.toLowerCase()}-${path.length}@example.com`;
    const { visitor } = await test.register(email);
    test.advance(600_000);
    expect(await visitor.send(method, path, body)).toMatchObject({ status: 403, body: { code: 'confirm_identity' } });
    expect((await visitor.send('GET', '/api/account')).status).toBe(200);
    expect(await visitor.send('POST', '/api/auth/confirm', { password: 'wrong horse' })).toMatchObject({ status: 401 });
    expect((await visitor.send(method, path, body)).status).toBe(403);
    await visitor.send('POST', '/api/auth/confirm', { password });
    test.advance(599_999);
    expect((await visitor.send(method, path, body)).status).toBeLessThan(300);
  });
});
