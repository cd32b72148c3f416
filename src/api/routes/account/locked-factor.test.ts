import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recoveryCodesSchema, secondFactorStartSchema, userResponseSchema } from '#contract/sign-in.ts';
import { tokenOf, dayMs, createTestCore, type TestCore } from '#support/core.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { requestSecondFactorLink } from '#core/sign-in/second-factor-link.ts';
import { addTarget } from '#support/add-target.ts';

const hourMs = 3_600_000;
const password = 'correct horse';

let test: TestCore;
let api: TestApi;
let networks = 0;

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core, { trustedProxies: ['127.0.0.1'] });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

/** Each call comes from a /64 of its own. */
function anywhere(): Record<string, string> {
  networks += 1;
  return { 'x-forwarded-for': `2001:db8:${networks.toString(16)}::1` };
}

interface Protected {
  readonly userId: string;
  readonly email: string;
  readonly visitor: Visitor;
  readonly recoveryCodes: readonly string[];
  right(): string;
  wrong(): string;
}

async function protect(email: string): Promise<Protected> {
  const visitor = createVisitor(api);
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password }, anywhere());
  const start = await visitor.send('POST', '/api/account/second-factor');
  const secret = Secret.fromBase32(secondFactorStartSchema.parse(start.body).secret);
  const codeAt = (ms: number): string => new TOTP({ secret }).generate({ timestamp: ms });
  const right = (): string => codeAt(test.core.clock.now());
  const enabled = await visitor.send('POST', '/api/account/second-factor/enable', { code: right() });
  test.advance(60_000);
  const near = (): string[] => [-1, 0, 1].map((step) => codeAt(test.core.clock.now() + step * 30_000));
  const wrong = (): string => ['000000', '111111', '222222', '333333'].find((code) => !near().includes(code)) ?? '';
  const { id: userId } = userResponseSchema.parse(body).user;
  return { userId, email, visitor, right, wrong, recoveryCodes: recoveryCodesSchema.parse(enabled.body).recoveryCodes };
}

function signIn(email: string, code?: string): Promise<Answer> {
  const input = { email, password, ...(code !== undefined && { code }) };
  return createVisitor(api).send('POST', '/api/auth/login', input, anywhere());
}

/** Proves again who one is, in the browser that the account was opened by. */
function confirm({ visitor }: Protected, code: string): Promise<Answer> {
  return visitor.send('POST', '/api/auth/confirm', { password, code });
}

async function countCodes(tries: readonly Promise<Answer>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { body } of await Promise.all(tries)) {
    const { code = 'in' } = body as { code?: string };
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** As 30 wrong codes do. */
async function lock({ userId }: Protected): Promise<void> {
  for (let count = 0; count < 30; count += 1) await test.core.limiter.reserve('wrongCodesHourly', { userId });
}

const locked = { status: 429, body: { code: 'second_factor_locked' } };

describe('codes from an authenticator app', () => {
  it('may be wrong 30 times an hour over all networks, counted exactly when they come at once', async () => {
    const owner = await protect('hourly@example.com');
    for (let round = 0; round < 4; round += 1)
      expect(await signIn(owner.email, owner.wrong())).toMatchObject({ status: 401 });
    const tries = Array.from({ length: 60 }, () => signIn(owner.email, owner.wrong()));
    expect(await countCodes(tries)).toEqual({ wrong_code: 26, second_factor_locked: 34 });
    expect(await signIn(owner.email, owner.right())).toMatchObject(locked);
    // Within a session, too, once its browser has had what it may guess at by itself.
    expect(await countCodes(Array.from({ length: 12 }, () => confirm(owner, owner.wrong())))).toEqual({
      wrong_code: 10,
      second_factor_locked: 2,
    });
    expect(await confirm(owner, owner.right())).toMatchObject(locked);
    const off = { code: owner.right() };
    expect(await owner.visitor.send('POST', '/api/account/second-factor/disable', off)).toMatchObject(locked);
    test.advance(hourMs);
    expect(await signIn(owner.email, owner.right())).toMatchObject({ status: 200 });
  });

  it('are taken in a browser that the account knows, whatever strangers guess with the right password', async () => {
    const owner = await protect('known@example.com');
    const known = createVisitor(api);
    const signInThere = (code: string) =>
      known.send('POST', '/api/auth/login', { email: owner.email, password, code }, anywhere());
    expect(await signInThere(owner.right())).toMatchObject({ status: 200 });
    const guesses = Array.from({ length: 40 }, () => signIn(owner.email, owner.wrong()));
    expect(await countCodes(guesses)).toEqual({ wrong_code: 30, second_factor_locked: 10 });
    test.advance(60_000);
    // A slip of the owner's counts there alone.
    expect(await signInThere(owner.wrong())).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await signInThere(owner.right())).toMatchObject({ status: 200 });
    expect(await confirm(owner, owner.right())).toMatchObject({ body: { code: 'wrong_code' } });
    test.advance(60_000);
    expect(await confirm(owner, owner.right())).toMatchObject({ status: 200 });
    // Elsewhere nothing is taken, and what such a browser may guess at ends, too.
    expect(await signIn(owner.email, owner.right())).toMatchObject(locked);
    const slips = Array.from({ length: 12 }, () => signInThere(owner.wrong()));
    expect(await countCodes(slips)).toEqual({ wrong_code: 9, second_factor_locked: 3 });
    test.advance(60_000);
    expect(await signInThere(owner.right())).toMatchObject(locked);
    expect(await signInThere(owner.recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
    expect(await signInThere(owner.right())).toMatchObject({ status: 200 });
  });

  it('may be wrong 100 times in 30 days in all browsers that the account knows, however many they are', async () => {
    const owner = await protect('many@example.com');
    const browsers = Array.from({ length: 11 }, () => createVisitor(api));
    const signInBy = (browser: Visitor, code: string) =>
      browser.send('POST', '/api/auth/login', { email: owner.email, password, code }, anywhere());
    for (const browser of browsers) {
      expect(await signInBy(browser, owner.right())).toMatchObject({ status: 200 });
      test.advance(60_000);
    }
    await lock(owner);
    const guess = (by: readonly Visitor[], times: number) =>
      countCodes(by.flatMap((one) => Array.from({ length: times }, () => signInBy(one, owner.wrong()))));
    // Of more at once some would hear that too many passwords wait to be checked.
    expect(await guess(browsers.slice(5), 10)).toEqual({ wrong_code: 60 });
    expect(await guess(browsers.slice(0, 5), 10)).toEqual({ wrong_code: 40, second_factor_locked: 10 });
    test.advance(hourMs);
    const [browser = createVisitor(api)] = browsers;
    expect(await guess([browser], 32)).toEqual({ wrong_code: 30, second_factor_locked: 2 });
    expect(await signInBy(browser, owner.recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
    expect(await signInBy(browser, owner.right())).toMatchObject({ status: 200 });
  });

  it('are guessed at by a browser of another account, or by one that made its cookie up, like by anybody', async () => {
    const owner = await protect('other@example.com');
    const stranger = await protect('guesser@example.com');
    await lock(owner);
    const input = { email: owner.email, password, code: owner.right() };
    expect(await stranger.visitor.send('POST', '/api/auth/login', input, anywhere())).toMatchObject(locked);
    const cookie = `kauke_device=${'A'.repeat(43)}`;
    const made = await createVisitor(api).send('POST', '/api/auth/login', input, { ...anywhere(), cookie });
    expect(made).toMatchObject(locked);
  });

  it('may be wrong 100 times in 30 days, and right ones count nothing', async () => {
    const owner = await protect('monthly@example.com');
    for (let round = 0; round < 3; round += 1) {
      expect(await signIn(owner.email, owner.right())).toMatchObject({ status: 200 });
      await countCodes(Array.from({ length: 30 }, () => signIn(owner.email, owner.wrong())));
      test.advance(hourMs);
    }
    const tries = Array.from({ length: 20 }, () => signIn(owner.email, owner.wrong()));
    expect(await countCodes(tries)).toEqual({ wrong_code: 10, second_factor_locked: 10 });
    test.advance(20 * dayMs);
    expect(await signIn(owner.email, owner.right())).toMatchObject(locked);
    test.advance(10 * dayMs);
    expect(await signIn(owner.email, owner.right())).toMatchObject({ status: 200 });
  });

  it('are refused without a word to those who do not know the password, who cannot lock it either', async () => {
    const owner = await protect('stranger@example.com');
    const guess = { email: owner.email, password: 'wrong horse', code: owner.wrong() };
    const tries = Array.from({ length: 40 }, () =>
      createVisitor(api).send('POST', '/api/auth/login', guess, anywhere()),
    );
    expect(await countCodes(tries)).toEqual({ wrong_credentials: 40 });
    expect(await signIn(owner.email, owner.right())).toMatchObject({ status: 200 });
  });

  it('give way to a recovery code, after which they are taken again', async () => {
    const owner = await protect('recovery@example.com');
    await lock(owner);
    expect(await signIn(owner.email, owner.right())).toMatchObject(locked);
    expect(await signIn(owner.email, 'zzzz-zzzz-zzzz')).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await signIn(owner.email, owner.recoveryCodes[0])).toMatchObject({ status: 200 });
    expect(await signIn(owner.email, owner.right())).toMatchObject({ status: 200 });
  });
});

describe('the ticket between password and code of a client of addy.io', () => {
  it('takes five codes and no more', async () => {
    const owner = await protect('ticket@example.com');
    const begin = { username: owner.email, password, device_name: 'phone' };
    const start = () => createVisitor(api).send('POST', '/api/auth/login', begin, anywhere());
    const finish = (key: string, otp: string) =>
      createVisitor(api).send('POST', '/api/auth/mfa', { mfa_key: key, otp, device_name: 'phone' }, anywhere());
    const { mfa_key: key } = (await start()).body as { mfa_key: string };
    const tries = Array.from({ length: 8 }, () => finish(key, owner.wrong()));
    const statuses = (await Promise.all(tries)).map(({ body }) => (body as { message: string }).message);
    expect(statuses.filter((message) => message.startsWith('This code is wrong'))).toHaveLength(5);
    expect(statuses.filter((message) => message.startsWith('This sign-in has expired'))).toHaveLength(3);
    expect((await finish(key, owner.right())).status).not.toBe(200);
    const { mfa_key: other } = (await start()).body as { mfa_key: string };
    expect(await finish(other, owner.right())).toMatchObject({ status: 200 });
  });
});

describe('a link by mail out of a locked second factor', () => {
  const ask = (email: string) =>
    createVisitor(api).send('POST', '/api/auth/second-factor', { email, password }, anywhere());
  const open = (call: string, token: string) =>
    createVisitor(api).send('POST', `/api/auth/second-factor/${call}`, { token }, anywhere());
  const mailsTo = (recipient: string) => test.mails.filter((mail) => mail.recipient === recipient);
  const linkTo = (recipient: string): string => tokenOf(mailsTo(recipient).at(-1));

  async function lockedOwner(name: string): Promise<Protected & { readonly spare: string }> {
    const owner = await protect(`${name}@example.com`);
    const spare = `${name}-spare@example.com`;
    await addTarget(test.core, { userId: owner.userId, target: spare, confirmed: true });
    await lock(owner);
    return { ...owner, spare };
  }

  it('is not there while codes are taken, nor without the password', async () => {
    const owner = await protect('unlocked@example.com');
    expect(await ask(owner.email)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    const guess = { email: owner.email, password: 'wrong horse' };
    expect(await createVisitor(api).send('POST', '/api/auth/second-factor', guess)).toMatchObject({ status: 401 });
  });

  it('turns it off after 72 hours, and every inbox hears of it at once', async () => {
    const owner = await lockedOwner('waits');
    expect(await ask(owner.email)).toMatchObject({ status: 200 });
    const [own, spare] = [linkTo(owner.email), linkTo(owner.spare)];
    const told = test.mails.length;
    expect(mailsTo(owner.spare).at(-1)?.text).not.toContain(owner.email);
    expect(await open('link', own)).toMatchObject({
      body: { link: { turnsOff: true, worksFrom: expect.any(String) } },
    });
    expect(await open('link', spare)).toMatchObject({ body: { link: { turnsOff: false } } });
    expect(await open('off', own)).toMatchObject({ status: 410, body: { message: 'This link does not work yet.' } });
    test.advance(71 * hourMs);
    // Asking again neither mails nor begins the wait anew.
    await lock(owner);
    expect(await ask(owner.email)).toMatchObject({ status: 200 });
    expect(test.mails).toHaveLength(told);
    expect(await open('off', own)).toMatchObject({ status: 410 });
    test.advance(hourMs);
    expect(await open('off', spare)).toMatchObject({ status: 410 });
    expect(await open('link', own)).toMatchObject({ body: { link: { worksFrom: null } } });
    expect(await open('off', own)).toMatchObject({ status: 200 });
    expect(await owner.visitor.send('GET', '/api/auth/session')).toMatchObject({ body: { user: null } });
    expect(await signIn(owner.email)).toMatchObject({ status: 200 });
    expect(await open('off', own)).toMatchObject({ status: 410 });
  });

  it('is stopped from any inbox', async () => {
    const owner = await lockedOwner('stopped');
    await ask(owner.email);
    const own = linkTo(owner.email);
    expect(await open('keep', linkTo(owner.spare))).toMatchObject({ status: 200 });
    test.advance(73 * hourMs);
    expect(await open('off', own)).toMatchObject({ status: 410 });
    expect(await signIn(owner.email)).toMatchObject({ body: { code: 'second_factor_required' } });
  });

  it('is over after a week, and with the second factor', async () => {
    const owner = await lockedOwner('ends');
    await ask(owner.email);
    const own = linkTo(owner.email);
    test.advance(7 * dayMs);
    expect(await open('off', own)).toMatchObject({ status: 410 });
    await lock(owner);
    await ask(owner.email);
    const code = { code: owner.recoveryCodes[0] };
    const { visitor } = owner;
    await visitor.send('POST', '/api/auth/login', { email: owner.email, password, code: owner.recoveryCodes[1] });
    expect(await visitor.send('POST', '/api/auth/confirm', { password, code: owner.recoveryCodes[2] })).toMatchObject({
      status: 200,
    });
    expect(await visitor.send('POST', '/api/account/second-factor/disable', code)).toMatchObject({ status: 200 });
    expect(await open('link', linkTo(owner.email))).toMatchObject({ status: 410 });
  });

  it('that cannot be mailed is none', async () => {
    const owner = await lockedOwner('unmailed');
    const failing = { ...test.core, mailer: { send: () => Promise.reject(new Error('full')) } };
    await expect(requestSecondFactorLink(failing, { email: owner.email, password }, '192.0.2.9')).rejects.toMatchObject(
      {
        code: 'unavailable',
      },
    );
    expect(await ask(owner.email)).toMatchObject({ status: 200 });
    expect(await open('link', linkTo(owner.email))).toMatchObject({ status: 200 });
  });
});
