import { describe, expect, it } from 'vitest';
import { passkeysResponseSchema, type Passkey } from '#contract/account/passkeys.ts';
import { methodChangedSchema, passkeyAccountSchema, sessionResponseSchema } from '#contract/sign-in.ts';
import { accountExportSchema } from '#contract/export.ts';
import { passkeyCredentialContext, passkeyNameContext } from '#core/accounts/list-passkeys.ts';
import { removeEndedAccounts } from '#core/accounts/remove-ended-accounts.ts';
import { createVisitor, type Answer, type Visitor } from '#support/api.ts';
import {
  addPasskey,
  askForPasskey,
  createTestPasskey,
  enterByPasskey,
  registerByPasskey,
  type TestPasskey,
} from '#support/authenticator.ts';
import { dayMs } from '#support/core.ts';
import { testPassword as password, useApi } from '#support/use-api.ts';

const test = useApi();
const path = '/api/account/passkeys';

async function list(visitor: Visitor): Promise<Passkey[]> {
  return passkeysResponseSchema.parse((await visitor.send('GET', path)).body).passkeys;
}

async function firstId(visitor: Visitor): Promise<string> {
  return (await list(visitor))[0]?.id ?? '';
}

function codesOf(answer: Answer): string[] | undefined {
  return methodChangedSchema.parse(answer.body).recoveryCodes;
}

/** Somebody with a password, and a passkey beside it. */
async function joinBoth(email: string): Promise<{ visitor: Visitor; userId: string; passkey: TestPasskey }> {
  const { visitor, userId } = await test.register(email);
  const passkey = createTestPasskey();
  expect(await addPasskey(visitor, passkey)).toMatchObject({ status: 200, body: { message: 'Sign-in method added' } });
  return { visitor, userId, passkey };
}

async function openByPasskey() {
  const visitor = createVisitor(test);
  const passkey = createTestPasskey();
  const { user, recoveryCodes } = passkeyAccountSchema.parse((await registerByPasskey(visitor, passkey)).body);
  return { visitor, passkey, userId: user.id, recoveryCodes };
}

function enter(passkey: TestPasskey): Promise<Answer> {
  return enterByPasskey(createVisitor(test), passkey);
}

function logIn(email: string, code?: string): Promise<Answer> {
  return createVisitor(test).send('POST', '/api/auth/login', { email, password, ...(code !== undefined && { code }) });
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return sessionResponseSchema.parse((await visitor.send('GET', '/api/auth/session')).body).user !== null;
}

describe('passkeys of an account', () => {
  it('are added after a fresh proof, which ends the other sessions, and open it', async () => {
    const { visitor, userId } = await test.register('adds@example.com');
    const other = createVisitor(test);
    await other.send('POST', '/api/auth/login', { email: 'adds@example.com', password });
    test.advance(10 * 60_000);
    expect(await visitor.send('POST', `${path}/options`)).toMatchObject({
      status: 403,
      body: { code: 'confirm_identity' },
    });
    await visitor.send('POST', '/api/auth/confirm', { password });
    const passkey = createTestPasskey('EdDSA');
    expect(await addPasskey(visitor, passkey)).toMatchObject({ status: 200 });
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect(await enter(passkey)).toMatchObject({ status: 200, body: { user: { id: userId, authMethod: 'passkey' } } });
  });

  it('are listed with the day of their last use, renamed and removed by their owner alone', async () => {
    const { visitor, passkey } = await joinBoth('lists@example.com');
    const made = { id: expect.any(String), name: 'Phone', synced: true, createdAt: expect.any(String) };
    expect(await list(visitor)).toEqual([{ ...made, lastUsedOn: null }]);
    await enter(passkey);
    const today = new Date(test.core.clock.now()).toISOString().slice(0, 10);
    expect(await list(visitor)).toEqual([{ ...made, lastUsedOn: today }]);
    const id = await firstId(visitor);
    const { visitor: stranger } = await test.register('stranger@example.com');
    expect(await stranger.send('PATCH', `${path}/${id}`, { name: 'Mine' })).toMatchObject({ status: 404 });
    expect(await stranger.send('DELETE', `${path}/${id}`)).toMatchObject({ status: 404 });
    expect(await visitor.send('PATCH', `${path}/${id}`, { name: ' Blue key ' })).toMatchObject({ status: 200 });
    expect((await list(visitor))[0]?.name).toBe('Blue key');
    expect(await visitor.send('PATCH', `${path}/${id}`, { name: ' ' })).toMatchObject({
      status: 400,
      body: { errors: { name: ['Name is required'] } },
    });
    expect(await visitor.send('DELETE', `${path}/${id}`)).toMatchObject({ status: 200 });
    expect(await list(visitor)).toEqual([]);
    expect(await enter(passkey)).toMatchObject({ status: 401, body: { code: 'passkey_refused' } });
  });

  it('are 20 at most', async () => {
    const { visitor, userId } = await joinBoth('many@example.com');
    const { db } = test.core.database;
    const row = await db.selectFrom('passkeys').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 18 }, (_, index) => {
      const id = test.core.random.uuid();
      const credential = Buffer.alloc(16, index);
      const credentialSealed = test.core.keys.seal(passkeyCredentialContext(id), credential);
      const nameSealed = test.core.keys.seal(passkeyNameContext(id), `Key ${index}`);
      return { ...row, id, credentialHash: credential, credentialSealed, nameSealed };
    });
    await db.insertInto('passkeys').values(copies).execute();
    expect(await addPasskey(visitor, createTestPasskey())).toMatchObject({ status: 200 });
    expect(await addPasskey(visitor, createTestPasskey())).toMatchObject({
      status: 409,
      body: { code: 'too_many_passkeys' },
    });
  });

  it('stay while they are the only way in, and their account is never over', async () => {
    const { visitor, passkey } = await openByPasskey();
    const only = await firstId(visitor);
    expect(await visitor.send('DELETE', `${path}/${only}`)).toMatchObject({
      status: 409,
      body: { code: 'last_method' },
    });
    const second = createTestPasskey('RS256');
    expect(await addPasskey(visitor, second)).toMatchObject({ status: 200 });
    expect(await visitor.send('DELETE', `${path}/${only}`)).toMatchObject({ status: 200 });
    expect(await enter(passkey)).toMatchObject({ status: 401 });
    expect(await enter(second)).toMatchObject({ status: 200 });
    test.advance(40 * dayMs);
    await removeEndedAccounts(test.core);
    expect(await enter(second)).toMatchObject({ status: 200 });
  });

  it('keep an account whose email nobody confirmed', async () => {
    const { passkey } = await joinBoth('unconfirmed@example.com');
    test.advance(40 * dayMs);
    await removeEndedAccounts(test.core);
    expect(await enter(passkey)).toMatchObject({ status: 200 });
  });

  it('get recovery codes when the password goes, and lose them when it comes back', async () => {
    const { visitor, passkey, userId } = await joinBoth('codes@example.com');
    const removed = await visitor.send('DELETE', '/api/account/methods/email');
    expect(removed).toMatchObject({ status: 200, body: { message: 'Sign-in method removed' } });
    const [code = ''] = codesOf(removed) ?? [];
    expect(await enter(passkey)).toMatchObject({ status: 200, body: { user: { id: userId, email: null } } });
    const recover = () => createVisitor(test).send('POST', '/api/auth/passkey/recover', { code });
    expect(await recover()).toMatchObject({ status: 200, body: { user: { id: userId } } });
    const renewed = await visitor.send('POST', '/api/account/second-factor/recovery-codes');
    expect(renewed).toMatchObject({ status: 200 });
    expect(codesOf({ ...renewed, body: { message: '', ...(renewed.body as object) } })).toHaveLength(10);
  });
});

describe('a passkey proves once more who one is', () => {
  async function wait(visitor: Visitor): Promise<void> {
    test.advance(10 * 60_000);
    expect(await visitor.send('POST', `${path}/options`)).toMatchObject({ status: 403 });
  }

  it('when it is of the account', async () => {
    const { visitor, passkey } = await openByPasskey();
    await wait(visitor);
    const request = await askForPasskey(visitor, 'confirm');
    expect(request.allowCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ]);
    const confirmed = await visitor.send('POST', '/api/auth/confirm', { credential: passkey.get(request) });
    expect(confirmed).toMatchObject({ status: 200, body: { message: 'Identity confirmed' } });
    expect(await visitor.send('POST', `${path}/options`)).toMatchObject({ status: 200 });
  });

  it('and nobody who brings one of another account, whatever it was asked for', async () => {
    const { visitor } = await openByPasskey();
    const { passkey: foreign } = await openByPasskey();
    await wait(visitor);
    for (const purpose of ['confirm', 'sign-in'] as const) {
      const credential = foreign.get(await askForPasskey(visitor, purpose));
      const refused = await visitor.send('POST', '/api/auth/confirm', { credential });
      expect(refused).toMatchObject({ status: 401, body: { code: 'passkey_refused' } });
    }
    expect(await visitor.send('POST', `${path}/options`)).toMatchObject({ status: 403 });
    const nobody = await createVisitor(test).send('POST', '/api/auth/passkey/options', { purpose: 'confirm' });
    expect(nobody).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  });
});

describe('a passkey after the password', () => {
  const factor = '/api/account/second-factor/passkey';

  it('is asked for once its owner wants that, and stands for both', async () => {
    const { visitor, passkey, userId } = await joinBoth('factor@example.com');
    expect(await logIn('factor@example.com')).toMatchObject({ status: 200 });
    const turnedOn = await visitor.send('PUT', factor, { required: true });
    expect(turnedOn).toMatchObject({ status: 200 });
    const [code = '', further = ''] = codesOf(turnedOn) ?? [];
    expect(await logIn('factor@example.com')).toMatchObject({ status: 401, body: { code: 'passkey_required' } });
    expect(await logIn('factor@example.com', '123456')).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await logIn('factor@example.com', code)).toMatchObject({ status: 200, body: { user: { id: userId } } });
    expect(await logIn('factor@example.com', code)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await enter(passkey)).toMatchObject({ status: 200 });
    const alone = await createVisitor(test).send('POST', '/api/auth/passkey/recover', { code: further });
    expect(alone).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    const turnedOff = await visitor.send('PUT', factor, { required: false });
    expect(codesOf(turnedOff)).toBeUndefined();
    expect(await logIn('factor@example.com')).toMatchObject({ status: 200 });
    const { body } = await visitor.send('GET', '/api/account');
    expect(body).toMatchObject({ account: { passkeyFactor: false, recoveryCodesLeft: 0 } });
  });

  it('needs both a password and a passkey, and ends with the last of either', async () => {
    const { visitor: alone } = await openByPasskey();
    expect(await alone.send('PUT', factor, { required: true })).toMatchObject({ body: { code: 'password_missing' } });
    const { visitor: without } = await test.register('without@example.com');
    expect(await without.send('PUT', factor, { required: true })).toMatchObject({ body: { code: 'passkey_missing' } });
    const { visitor } = await joinBoth('ends@example.com');
    await visitor.send('PUT', factor, { required: true });
    expect(await visitor.send('DELETE', `${path}/${await firstId(visitor)}`)).toMatchObject({ status: 200 });
    expect(await logIn('ends@example.com')).toMatchObject({ status: 200 });
  });

  it('goes in where codes are locked, and ends the lock', async () => {
    const { visitor, passkey } = await joinBoth('locked@example.com');
    await visitor.send('PUT', factor, { required: true });
    for (let index = 0; index < 30; index += 1) {
      if (index % 8 === 0) test.advance(16 * 60_000);
      await logIn('locked@example.com', String(100_000 + index));
    }
    expect(await logIn('locked@example.com', '999999')).toMatchObject({
      status: 429,
      body: { code: 'second_factor_locked' },
    });
    expect(await enter(passkey)).toMatchObject({ status: 200 });
    expect(await logIn('locked@example.com', '999999')).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
  });
});

it('an email that somebody else proves goes, and the passkey keeps the account', async () => {
  const { passkey, userId } = await joinBoth('squatted@example.com');
  await createVisitor(test).send('POST', '/api/auth/password/forgot', { email: 'squatted@example.com' });
  await expect
    .poll(() =>
      test.mails.some(({ recipient, text }) => recipient === 'squatted@example.com' && text.includes('/reset#')),
    )
    .toBe(true);
  const mail = test.mails.findLast(({ text }) => text.includes('/reset#'));
  const token = /#([\w-]{43})/u.exec(mail?.text ?? '')?.[1] ?? '';
  const reset = await createVisitor(test).send('POST', '/api/auth/password/reset', {
    token,
    password: 'a better passphrase',
  });
  expect(reset).toMatchObject({ status: 200 });
  expect(await enter(passkey)).toMatchObject({ status: 200, body: { user: { id: userId, email: null } } });
});

it('an export names every passkey, and a deleted account leaves none', async () => {
  const { visitor, passkey, userId } = await openByPasskey();
  const { body } = await visitor.send('GET', '/api/account/export');
  const exported = accountExportSchema.parse(body);
  expect(exported.passkeys).toEqual([
    expect.objectContaining({ name: 'Phone', credentialId: passkey.id, algorithm: -7, signatures: 0, backedUp: true }),
  ]);
  expect(await visitor.send('DELETE', '/api/account')).toMatchObject({ status: 200 });
  test.advance(8 * dayMs);
  await removeEndedAccounts(test.core);
  const left = await test.core.database.db.selectFrom('passkeys').select('id').where('userId', '=', userId).execute();
  expect(left).toEqual([]);
});

it('the profile is empty until its owner fills it in, and sealed', async () => {
  const { visitor } = await test.register('profile@example.com');
  const read = async () => (await visitor.send('GET', '/api/account')).body;
  expect(await read()).toMatchObject({ account: { firstName: null, lastName: null, profileImageUrl: null } });
  const profile = {
    firstName: ' Rasa ',
    lastName: 'Kazlauskienė',
    profileImageUrl: 'https://pictures.example/rasa.png',
  };
  expect(await visitor.send('PUT', '/api/account/profile', profile)).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject({ account: { ...profile, firstName: 'Rasa' } });
  const stored = await test.core.database.db.selectFrom('users').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('Rasa');
  const bad = { ...profile, lastName: 'x'.repeat(65), profileImageUrl: 'http://pictures.example/rasa.png' };
  expect(await visitor.send('PUT', '/api/account/profile', bad)).toMatchObject({
    status: 400,
    body: {
      errors: {
        lastName: ['A name must be 64 characters or less'],
        profileImageUrl: ['This is not an https:// address'],
      },
    },
  });
  await visitor.send('PUT', '/api/account/profile', { firstName: '', lastName: null, profileImageUrl: ' ' });
  expect(await read()).toMatchObject({ account: { firstName: null, lastName: null, profileImageUrl: null } });
});
