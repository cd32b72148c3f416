import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHousekeeping } from '#core/housekeeping.ts';
import { sendNotices } from '#core/notices/send-notices.ts';
import type { PasswordAsker } from '#core/sign-in/password-hasher.ts';
import { targetHash } from '#core/targets/target-value.ts';
import { addTarget } from '#support/add-target.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, dayMs, signUp, tokenOf, type TestCore } from '#support/core.ts';

const hourMs = 3_600_000;
const password = 'correct horse';
const subject = 'Somebody tried to register with your address';

let test: TestCore;
let api: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core, { trustedProxies: ['127.0.0.1'] });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function register(email: string, ip: string, visitor = createVisitor(api)): Promise<Answer> {
  return visitor.send('POST', '/api/auth/register', { email, password }, { 'x-forwarded-for': ip });
}

async function noticesTo(email: string): Promise<number> {
  await sendNotices(test.core);
  return test.mails.filter((mail) => mail.recipient === email && mail.subject === subject).length;
}

function countStatuses(answers: readonly Answer[]): Record<string, number> {
  const statuses = Map.groupBy(answers, ({ status }) => String(status));
  return Object.fromEntries([...statuses].map(([status, all]) => [status, all.length]));
}

describe('a taken email', () => {
  it('is told five times an hour to a network, whatever comes at once, and then nothing is', async () => {
    await signUp(test.core, 'taken@example.com', '192.0.2.1');
    const ask = () => register('taken@example.com', '2001:db8:1::1');
    const answers = await Promise.all(Array.from({ length: 9 }, ask));
    expect(countStatuses(answers)).toEqual({ 409: 5, 429: 4 });
    const resetTime = new Date(test.core.clock.now() + hourMs).toISOString();
    const refused = { status: 429, body: { code: 'rate_limited', resetTime } };
    expect(await ask()).toMatchObject(refused);
    // A free one is refused alike.
    expect(await register('free@example.com', '2001:db8:1::2')).toMatchObject({ status: 429 });
    expect(await register('free@example.com', '2001:db8:2::1')).toMatchObject({ status: 201 });
    test.advance(hourMs);
    expect(await ask()).toMatchObject({ status: 409 });
  });

  it('is told twenty times a day to a /48, whatever comes at once, and to a /24 of IPv4', async () => {
    await signUp(test.core, 'site@example.com', '192.0.2.1');
    const ask = async (networks: readonly string[]) => {
      const answers: Answer[] = [];
      for (const ip of networks) answers.push(await register('site@example.com', ip));
      return countStatuses(answers);
    };
    const sites = Array.from({ length: 24 }, (_, index) => `2001:db8:77:${index.toString(16)}00::1`);
    const atOnce = await Promise.all(sites.map((ip) => register('site@example.com', ip)));
    expect(countStatuses(atOnce)).toEqual({ 409: 20, 429: 4 });
    const neighbours = Array.from({ length: 24 }, (_, index) => `198.51.100.${index}`);
    expect(await ask(neighbours)).toEqual({ 409: 20, 429: 4 });
    expect(await ask(['198.51.101.1', '2001:db8:78::1'])).toEqual({ 409: 2 });
    test.advance(dayMs);
    expect(await ask(sites.slice(0, 1))).toEqual({ 409: 1 });
  });

  it('takes nothing from those who register with free ones', async () => {
    for (let count = 0; count < 8; count += 1) {
      expect(await register(`new-${count}@example.com`, '203.0.113.1')).toMatchObject({ status: 201 });
    }
  });

  it('is told to its owner once a day, by mail', async () => {
    await signUp(test.core, 'told@example.com', '192.0.2.1');
    await register('Told@example.com', '203.0.113.10');
    await register('told@example.com', '203.0.113.11');
    expect(await noticesTo('told@example.com')).toBe(1);
    test.advance(dayMs);
    await register('told@example.com', '203.0.113.12');
    expect(await noticesTo('told@example.com')).toBe(2);
  });

  it('is told to nobody who wants no mail, and costs the time of a new account either way', async () => {
    await signUp(test.core, 'silent@example.com', '192.0.2.1');
    const addressHash = targetHash(test.core.keys, 'silent@example.com');
    await test.core.database.db.insertInto('stoppedAddresses').values({ addressHash }).execute();
    let computed = 0;
    const { passwords } = test.core;
    const counted = {
      ...test.core,
      passwords: {
        ...passwords,
        hash: (text: string, asker: PasswordAsker) => ((computed += 1), passwords.hash(text, asker)),
      },
    };
    const other = await startTestApi(counted, { trustedProxies: ['127.0.0.1'] });
    const input = { email: 'silent@example.com', password };
    expect(await createVisitor(other).send('POST', '/api/auth/register', input)).toMatchObject({ status: 409 });
    await other.stop();
    expect(computed).toBe(1);
    expect(await noticesTo('silent@example.com')).toBe(0);
  });
});

describe('an account that nobody confirms', () => {
  const clean = (core = test.core): Promise<void> => startHousekeeping(core)();
  const isThere = async (visitor: Visitor, email: string): Promise<boolean> => {
    const answer = await visitor.send(
      'POST',
      '/api/auth/login',
      { email, password },
      { 'x-forwarded-for': '192.0.2.77' },
    );
    return answer.status === 200;
  };
  const open = async (email: string, ip: string): Promise<Visitor> => {
    const visitor = createVisitor(api);
    expect(await register(email, ip, visitor)).toMatchObject({ status: 201 });
    return visitor;
  };

  it('ends after 30 days and frees its address; one that was confirmed, or forwards, stays', async () => {
    const left = await open('left@example.com', '203.0.113.20');
    const proven = await open('proven@example.com', '203.0.113.20');
    const link = test.mails.findLast(({ recipient }) => recipient === 'proven@example.com');
    await proven.send('POST', '/api/targets/confirm', { token: tokenOf(link) });
    const forwards = await signUp(test.core, 'forwards@example.com', '203.0.113.21');
    await addTarget(test.core, { userId: forwards.user.id, target: 'box@example.org', confirmed: true });
    test.advance(29 * dayMs);
    await clean();
    expect(await isThere(left, 'left@example.com')).toBe(true);
    test.advance(dayMs);
    // A service that confirms no inboxes never gets a proof.
    await clean({ ...test.core, settings: { ...test.core.settings, targetConfirmation: 'off' } });
    expect(await isThere(left, 'left@example.com')).toBe(true);
    await clean();
    expect(await isThere(left, 'left@example.com')).toBe(false);
    expect(await isThere(proven, 'proven@example.com')).toBe(true);
    expect(await isThere(createVisitor(api), 'forwards@example.com')).toBe(true);
    expect(await register('left@example.com', '203.0.113.22')).toMatchObject({ status: 201 });
  });

  it('that was there before such accounts ended counts from then', async () => {
    const visitor = await open('before@example.com', '203.0.113.30');
    const upgrade = new Date(test.core.clock.now() + 20 * dayMs);
    // As the migration leaves it.
    await test.core.database.db.updateTable('users').set({ unconfirmedSince: upgrade }).execute();
    test.advance(49 * dayMs);
    await clean();
    expect(await isThere(visitor, 'before@example.com')).toBe(true);
    test.advance(dayMs);
    await clean();
    expect(await isThere(visitor, 'before@example.com')).toBe(false);
  });
});
