import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { recoveryCodesSchema, secondFactorStartSchema, sessionResponseSchema } from '#contract/sign-in.ts';
import { createVisitor, type Answer, type Visitor } from '#support/api.ts';
import { searchDatabase } from '#support/database-search.ts';
import { testPassword as password, useApi } from '#support/use-api.ts';

const test = useApi();

const path = '/api/account/second-factor';

async function register(email: string): Promise<Visitor> {
  return (await test.register(email)).visitor;
}
function signIn(email: string, code?: string, text = password) {
  return createVisitor(test).send('POST', '/api/auth/login', {
    email,
    password: text,
    ...(code !== undefined && { code }),
  });
}
/** The code an authenticator app shows, `steps` periods from now. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: test.core.clock.now() + steps * 30_000,
  });
}
function wrongOf(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
function codesOf(answer: Answer): string[] {
  return recoveryCodesSchema.parse(answer.body).recoveryCodes;
}

async function enable(email: string) {
  const visitor = await register(email);
  const started = await visitor.send('POST', path);
  const { secret } = secondFactorStartSchema.parse(started.body);
  const enabled = await visitor.send('POST', `${path}/enable`, { code: codeOf(secret) });
  expect(enabled.status).toBe(200);
  return { visitor, secret, recoveryCodes: codesOf(enabled) };
}

describe('the second factor', () => {
  it('begins with a secret for the app and counts from its first valid code on', async () => {
    const visitor = await register('begin@example.com');
    const other = createVisitor(test);
    await other.send('POST', '/api/auth/login', { email: 'begin@example.com', password });
    const started = await visitor.send('POST', path);
    const { secret, uri } = secondFactorStartSchema.parse(started.body);
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(uri).toBe(
      `otpauth://totp/localhost%3A3000:begin%40example.com?issuer=localhost%3A3000&secret=${secret}` +
        '&algorithm=SHA1&digits=6&period=30',
    );
    expect(await signIn('begin@example.com')).toMatchObject({ status: 200 });
    expect(await visitor.send('POST', `${path}/enable`, { code: wrongOf(codeOf(secret)) })).toMatchObject({
      status: 401,
      body: { code: 'wrong_code' },
    });
    const enabled = await visitor.send('POST', `${path}/enable`, { code: codeOf(secret) });
    expect(codesOf(enabled)).toHaveLength(10);
    expect(new Set(codesOf(enabled)).size).toBe(10);
    for (const code of codesOf(enabled)) expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){4}$/);
    expect(await other.send('GET', '/api/auth/session')).toMatchObject({ body: { user: null } });
    expect(await visitor.send('GET', '/api/account')).toMatchObject({
      body: { account: { secondFactor: true, recoveryCodesLeft: 10 } },
    });
    expect(await visitor.send('POST', path)).toMatchObject({ status: 409, body: { code: 'second_factor_on' } });
    const again = await visitor.send('POST', `${path}/enable`, { code: codeOf(secret, 1) });
    expect(again).toMatchObject({ status: 409, body: { code: 'second_factor_on' } });
  });

  it('is asked for only after the right password', async () => {
    const { secret } = await enable('ask@example.com');
    test.advance(60_000);
    expect(await signIn('ask@example.com')).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
    const wrong = { status: 401, body: { code: 'wrong_credentials' } };
    expect(await signIn('ask@example.com', undefined, 'wrong horse')).toMatchObject(wrong);
    expect(await signIn('ask@example.com', codeOf(secret), 'wrong horse')).toMatchObject(wrong);
    expect(await signIn('ask@example.com', wrongOf(codeOf(secret)))).toMatchObject({
      status: 401,
      body: { code: 'wrong_code', message: 'This code is wrong or was already used.' },
    });
    expect(await signIn('ask@example.com', codeOf(secret))).toMatchObject({ status: 200 });
  });

  it('takes codes of the step before and after, and none twice', async () => {
    const { secret } = await enable('steps@example.com');
    expect(await signIn('steps@example.com', codeOf(secret))).toMatchObject({ status: 401 });
    test.advance(300_000);
    expect(await signIn('steps@example.com', codeOf(secret, -2))).toMatchObject({ status: 401 });
    expect(await signIn('steps@example.com', codeOf(secret, 2))).toMatchObject({ status: 401 });
    expect(await signIn('steps@example.com', codeOf(secret, -1))).toMatchObject({ status: 200 });
    expect(await signIn('steps@example.com', codeOf(secret, -1))).toMatchObject({ status: 401 });
    expect(await signIn('steps@example.com', ` ${codeOf(secret, 1).replace(/^.{3}/, '$& ')}`)).toMatchObject({
      status: 200,
    });
    expect(await signIn('steps@example.com', codeOf(secret))).toMatchObject({ status: 401 });
  });

  it('takes a code once when two use it at once', async () => {
    const { secret } = await enable('both@example.com');
    test.advance(60_000);
    const answers = await Promise.all([
      signIn('both@example.com', codeOf(secret)),
      signIn('both@example.com', codeOf(secret)),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 401]);
  });

  it('counts wrong codes by the limit of sign-in', async () => {
    const { secret } = await enable('count@example.com');
    test.advance(60_000);
    for (let turn = 0; turn < 10; turn += 1) await signIn('count@example.com', wrongOf(codeOf(secret)));
    expect(await signIn('count@example.com', codeOf(secret))).toMatchObject({ status: 429 });
  });

  it('is turned off with a code and then asked for no more', async () => {
    const { visitor, secret, recoveryCodes } = await enable('off@example.com');
    const off = (code: string) => visitor.send('POST', `${path}/disable`, { code });
    expect(await off(codeOf(secret))).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    test.advance(60_000);
    expect(await off(codeOf(secret))).toMatchObject({ status: 200, body: { message: 'Second factor turned off' } });
    expect(await off(codeOf(secret, 1))).toMatchObject({ status: 409, body: { code: 'second_factor_off' } });
    expect(await visitor.send('POST', `${path}/recovery-codes`)).toMatchObject({ status: 409 });
    expect(await visitor.send('GET', '/api/account')).toMatchObject({
      body: { account: { secondFactor: false, recoveryCodesLeft: 0 } },
    });
    expect(await signIn('off@example.com', recoveryCodes[0])).toMatchObject({ status: 200 });
    const [{ totpSecretSealed } = {}] = await test.core.database.db
      .selectFrom('users')
      .select('totpSecretSealed')
      .where('emailHash', '=', test.core.keys.lookupHash('email', 'off@example.com'))
      .execute();
    expect(totpSecretSealed).toBeNull();
  });

  it('is changed only by who proved it within ten minutes', async () => {
    const visitor = await register('stale@example.com');
    test.advance(600_000);
    for (const step of ['', '/enable', '/disable', '/recovery-codes']) {
      const body = step === '/enable' || step === '/disable' ? { code: '123456' } : undefined;
      expect(await visitor.send('POST', path + step, body)).toMatchObject({
        status: 403,
        body: { code: 'confirm_identity' },
      });
    }
    expect(await createVisitor(test).send('POST', path)).toMatchObject({ status: 401 });
  });

  it('leaves neither its secret nor a recovery code readable in the database', async () => {
    const { secret, recoveryCodes } = await enable('sealed@example.com');
    const bare = recoveryCodes.map((code) => code.replaceAll('-', ''));
    const hidden = [secret, Secret.fromBase32(secret).latin1, ...recoveryCodes, ...bare];
    expect(await searchDatabase(test.core.database, hidden)).toEqual([]);
  });
});

describe('a recovery code', () => {
  it('of 12 characters, as they were at first, still works for its account, and opens none alone', async () => {
    const { visitor } = await enable('former@example.com');
    const { user } = sessionResponseSchema.parse((await visitor.send('GET', '/api/auth/session')).body);
    const userId = user?.id ?? '';
    const codeHash = test.core.keys.lookupHash('recovery_codes.code', `${userId} abcdefghjkmn`);
    await test.core.database.db.insertInto('recoveryCodes').values({ userId, codeHash, usedAt: null }).execute();
    const alone = await createVisitor(test).send('POST', '/api/auth/passkey/recover', { code: 'abcd-efgh-jkmn' });
    expect(alone).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await signIn('former@example.com', 'ABCD-efgh-jkmn')).toMatchObject({ status: 200 });
    expect(await signIn('former@example.com', 'abcd-efgh-jkmn')).toMatchObject({ status: 401 });
  });

  it('stands in for the app once', async () => {
    const { visitor, recoveryCodes } = await enable('lost@example.com');
    const [first = '', second = ''] = recoveryCodes;
    expect(await signIn('lost@example.com', first)).toMatchObject({ status: 200 });
    expect(await signIn('lost@example.com', first)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await signIn('lost@example.com', second.replaceAll('-', '').toUpperCase())).toMatchObject({ status: 200 });
    expect(await visitor.send('GET', '/api/account')).toMatchObject({ body: { account: { recoveryCodesLeft: 8 } } });
  });

  it('works once when two use it at once', async () => {
    const { recoveryCodes } = await enable('rush@example.com');
    const answers = await Promise.all([
      signIn('rush@example.com', recoveryCodes[0]),
      signIn('rush@example.com', recoveryCodes[0]),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 401]);
  });

  it('is of one account only', async () => {
    const { recoveryCodes } = await enable('mine@example.com');
    await enable('yours@example.com');
    expect(await signIn('yours@example.com', recoveryCodes[0])).toMatchObject({ status: 401 });
  });

  it('is replaced with all others', async () => {
    const { visitor, recoveryCodes } = await enable('renew@example.com');
    const fresh = codesOf(await visitor.send('POST', `${path}/recovery-codes`));
    expect(fresh).toHaveLength(10);
    expect(await signIn('renew@example.com', recoveryCodes[0])).toMatchObject({ status: 401 });
    expect(await signIn('renew@example.com', fresh[0])).toMatchObject({ status: 200 });
  });
});
