import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { sessionResponseSchema, type User } from '#contract/sign-in.ts';
import { totpSecretContext } from '#core/sign-in/second-factor/codes.ts';
import { systemClock } from '#platform/clock.ts';
import { createVisitor, type Answer, type Visitor } from '#support/api.ts';
import { testPassword as password, useApi } from '#support/use-api.ts';
import { createTestWallet, proveWallet, type TestWallet } from '#support/wallet.ts';

function email(name: string) {
  return `${name}@example.com`;
}

const test = useApi();

async function register(name: string): Promise<Visitor> {
  return (await test.register(email(name))).visitor;
}

async function enterByWallet(wallet: TestWallet): Promise<Visitor> {
  const visitor = createVisitor(test);
  expect(await proveWallet(visitor, wallet)).toMatchObject({ status: 200 });
  return visitor;
}

async function userOf(visitor: Visitor): Promise<User> {
  const { user } = sessionResponseSchema.parse((await visitor.send('GET', '/api/auth/session')).body);
  if (user === null) throw new Error('Nobody is signed in');
  return user;
}
async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return sessionResponseSchema.parse((await visitor.send('GET', '/api/auth/session')).body).user !== null;
}

function logIn(name: string, visitor = createVisitor(test)): Promise<Answer> {
  return visitor.send('POST', '/api/auth/login', { email: email(name), password });
}
function confirm(visitor: Visitor, body: unknown): Promise<Answer> {
  return visitor.send('POST', '/api/auth/confirm', body);
}
function linkWallet(visitor: Visitor, wallet: TestWallet): Promise<Answer> {
  return proveWallet(visitor, wallet, '/api/account/methods/wallet');
}
function linkEmail(visitor: Visitor, name: string): Promise<Answer> {
  return visitor.send('POST', '/api/account/methods/email', { email: email(name), password });
}
function unlink(visitor: Visitor, method: string): Promise<Answer> {
  return visitor.send('DELETE', `/api/account/methods/${method}`);
}

async function waitForConfirmation(visitor: Visitor): Promise<void> {
  test.advance(10 * 60_000);
  expect(await unlink(visitor, 'google')).toMatchObject({ status: 403, body: { code: 'confirm_identity' } });
}

/** A change that only a confirmed session may make, and that finds nothing to change. */
async function mayChange(visitor: Visitor): Promise<boolean> {
  return (await unlink(visitor, 'google')).status === 404;
}

describe('proving once more who one is', () => {
  it('is needed ten minutes after sign-in, and lasts for ten minutes', async () => {
    const visitor = await register('again');
    test.advance(10 * 60_000 - 1);
    expect(await mayChange(visitor)).toBe(true);
    test.advance(1);
    expect(await mayChange(visitor)).toBe(false);
    const answer = await confirm(visitor, { password });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Identity confirmed' } });
    expect(await mayChange(visitor)).toBe(true);
    test.advance(10 * 60_000);
    expect(await mayChange(visitor)).toBe(false);
  });

  it('refuses a wrong password, a wallet of somebody else and a visitor without session', async () => {
    const visitor = await register('doubt');
    await waitForConfirmation(visitor);
    expect(await confirm(visitor, { password: 'wrong' })).toMatchObject({
      status: 401,
      body: { message: 'Invalid password', code: 'wrong_credentials' },
    });
    const stranger = createTestWallet();
    await enterByWallet(stranger);
    const refused = await proveWallet(visitor, stranger, '/api/auth/confirm');
    expect(refused).toMatchObject({ status: 401, body: { code: 'wallet_refused' } });
    expect(await confirm(createVisitor(test), { password })).toMatchObject({ body: { code: 'not_signed_in' } });
    expect(await mayChange(visitor)).toBe(false);
  });

  it('takes the wallet of the account', async () => {
    const wallet = createTestWallet();
    const visitor = await enterByWallet(wallet);
    await waitForConfirmation(visitor);
    expect(await confirm(visitor, { password: '' })).toMatchObject({ status: 400 });
    expect(await confirm(visitor, { password: 'any' })).toMatchObject({ status: 401 });
    expect(await proveWallet(visitor, wallet, '/api/auth/confirm')).toMatchObject({ status: 200 });
    expect(await mayChange(visitor)).toBe(true);
  });

  it('asks for the second factor where it is on, and takes each code once', async () => {
    const visitor = await register('careful');
    const { id } = await userOf(visitor);
    const secret = Buffer.alloc(20, 5);
    await test.core.database.db
      .updateTable('users')
      .set({
        totpSecretSealed: test.core.keys.seal(totpSecretContext(id), secret),
        totpEnabledAt: new Date(systemClock.now()),
      })
      .where('id', '=', id)
      .execute();
    await waitForConfirmation(visitor);
    const totp = new TOTP({ secret: Secret.fromHex(secret.toString('hex')) });
    const code = totp.generate({ timestamp: test.core.clock.now() });
    expect(await confirm(visitor, { password })).toMatchObject({ body: { code: 'second_factor_required' } });
    const wrong = { password, code: code === '000000' ? '111111' : '000000' };
    expect(await confirm(visitor, wrong)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await confirm(visitor, { password, code })).toMatchObject({ status: 200 });
    expect(await confirm(visitor, { password, code })).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
  });

  it('is limited to 20 tries in 15 minutes', async () => {
    const visitor = await register('guesser');
    const tries: number[] = [];
    for (let turn = 0; turn < 21; turn += 1) tries.push((await confirm(visitor, { password: 'wrong' })).status);
    expect(tries.slice(0, 20).every((status) => status === 401)).toBe(true);
    expect(tries.at(-1)).toBe(429);
  });
});

describe('adding a way in', () => {
  it('ends all other sessions and gives this one a new cookie', async () => {
    const visitor = await register('adder');
    const other = createVisitor(test);
    await logIn('adder', other);
    const wallet = createTestWallet();
    const answer = await linkWallet(visitor, wallet);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Sign-in method added' } });
    expect(answer.headers.getSetCookie().join()).toContain('kauke_session=');
    expect(await isSignedIn(other)).toBe(false);
    const user = await userOf(visitor);
    expect(user).toMatchObject({ email: email('adder'), walletAddress: wallet.address, authMethod: 'email' });
    expect(await userOf(await enterByWallet(wallet))).toEqual({ ...user, authMethod: 'wallet' });
  });

  it('refuses a wallet that leads to another account, and a second one', async () => {
    const wallet = createTestWallet();
    await enterByWallet(wallet);
    const visitor = await register('poacher');
    expect(await linkWallet(visitor, wallet)).toMatchObject({ status: 409, body: { code: 'method_taken' } });
    expect(await linkWallet(visitor, createTestWallet())).toMatchObject({ status: 200 });
    const second = await linkWallet(visitor, createTestWallet());
    expect(second).toMatchObject({ status: 409, body: { message: 'Your account already has a wallet.' } });
  });

  it('gives one wallet to one of two accounts that add it at once', async () => {
    const wallet = createTestWallet();
    const visitors = await Promise.all([register('left'), register('right')]);
    const answers = await Promise.all(visitors.map((visitor) => linkWallet(visitor, wallet)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('takes email and password for a wallet account, mails the address and leaves it unproved', async () => {
    const wallet = createTestWallet();
    const visitor = await enterByWallet(wallet);
    expect(await linkEmail(visitor, 'wallet-owner')).toMatchObject({ status: 200 });
    expect(test.mails.at(-1)).toMatchObject({ recipient: email('wallet-owner') });
    const { id } = await userOf(visitor);
    expect(await logIn('wallet-owner')).toMatchObject({
      status: 200,
      body: { user: { id, authMethod: 'email', walletAddress: wallet.address } },
    });
    const rows = test.core.database.db.selectFrom('users').select('emailVerifiedAt').where('id', '=', id);
    expect(await rows.executeTakeFirst()).toEqual({ emailVerifiedAt: null });
    expect(await linkEmail(visitor, 'another')).toMatchObject({ status: 409, body: { code: 'method_taken' } });
  });

  it('refuses an email that is taken, as registration does', async () => {
    await register('holder');
    const visitor = await enterByWallet(createTestWallet());
    expect(await linkEmail(visitor, 'holder')).toMatchObject({
      status: 409,
      body: { message: 'This email is already registered', code: 'email_taken' },
    });
    const own = await visitor.send('POST', '/api/account/methods/email', { email: 'me@kauke.test', password });
    expect(own).toMatchObject({ status: 400, body: { errors: { email: [expect.stringContaining('our own')] } } });
  });

  it('is for confirmed sessions only', async () => {
    const visitor = await register('idle');
    await waitForConfirmation(visitor);
    for (const answer of [await linkWallet(visitor, createTestWallet()), await linkEmail(visitor, 'idle')]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'confirm_identity' } });
    }
    expect(await linkEmail(createVisitor(test), 'nobody')).toMatchObject({ status: 401 });
  });
});

describe('removing a way in', () => {
  it('never takes the last one', async () => {
    const visitor = await register('keeper');
    expect(await unlink(visitor, 'email')).toMatchObject({ status: 409, body: { code: 'last_method' } });
    expect(await unlink(visitor, 'wallet')).toMatchObject({ status: 404 });
    expect(await unlink(visitor, 'telepathy')).toMatchObject({ status: 404 });
    expect(await logIn('keeper')).toMatchObject({ status: 200 });
  });

  it('of two removals at once lets one through', async () => {
    const wallet = createTestWallet();
    const visitor = await register('racer');
    await linkWallet(visitor, wallet);
    const answers = await Promise.all([unlink(visitor, 'email'), unlink(visitor, 'wallet')]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const ways = [await logIn('racer'), await proveWallet(createVisitor(test), wallet)];
    expect(ways.some(({ status }) => status === 200)).toBe(true);
  });

  it('takes the email along with the password and frees it, and ends all other sessions', async () => {
    const wallet = createTestWallet();
    const visitor = await register('mover');
    await linkWallet(visitor, wallet);
    const other = await enterByWallet(wallet);
    const answer = await unlink(visitor, 'email');
    expect(answer).toMatchObject({ status: 200, body: { message: 'Sign-in method removed' } });
    expect(await userOf(visitor)).toMatchObject({ email: null, walletAddress: wallet.address });
    expect(await isSignedIn(other)).toBe(false);
    expect(await logIn('mover')).toMatchObject({ status: 401 });
    await register('mover');
  });

  it('makes a wallet a stranger', async () => {
    const wallet = createTestWallet();
    const visitor = await register('seller');
    await linkWallet(visitor, wallet);
    expect(await unlink(visitor, 'wallet')).toMatchObject({ status: 200 });
    const { id } = await userOf(visitor);
    const stranger = await userOf(await enterByWallet(wallet));
    expect(stranger.id).not.toBe(id);
  });
});
