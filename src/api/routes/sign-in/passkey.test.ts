import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { passkeysResponseSchema } from '#contract/account/passkeys.ts';
import { passkeyAccountSchema, sessionResponseSchema } from '#contract/sign-in.ts';
import { removeExpiredChallenges } from '#core/sign-in/challenges/browser-challenge.ts';
import { createVisitor, type Answer, type Visitor } from '#support/api.ts';
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  createTestPasskey,
  enterByPasskey,
  registerByPasskey,
  type Misdeeds,
  type TestPasskey,
} from '#support/authenticator.ts';
import { searchDatabase } from '#support/database-search.ts';
import { useApi } from '#support/use-api.ts';

const test = useApi();
const refusal = { status: 401, body: { code: 'passkey_refused' } };

async function userIdOf(visitor: Visitor): Promise<string | undefined> {
  return sessionResponseSchema.parse((await visitor.send('GET', '/api/auth/session')).body).user?.id;
}

interface Person {
  readonly visitor: Visitor;
  readonly passkey: TestPasskey;
  readonly userId: string;
  readonly recoveryCodes: readonly string[];
}

async function open(passkey = createTestPasskey()): Promise<Person> {
  const visitor = createVisitor(test);
  const answer = await registerByPasskey(visitor, passkey);
  expect(answer).toMatchObject({ status: 201 });
  const { user, recoveryCodes } = passkeyAccountSchema.parse(answer.body);
  return { visitor, passkey, userId: user.id, recoveryCodes };
}

function enter(passkey: TestPasskey, misdeeds?: Misdeeds): Promise<Answer> {
  return enterByPasskey(createVisitor(test), passkey, misdeeds);
}

describe('an account whose only way in is a passkey', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)('is opened and entered with %s, without a name', async (algorithm) => {
    const { passkey, userId, visitor, recoveryCodes } = await open(createTestPasskey(algorithm));
    expect(await userIdOf(visitor)).toBe(userId);
    expect(recoveryCodes).toHaveLength(10);
    const again = createVisitor(test);
    expect(await enterByPasskey(again, passkey)).toMatchObject({
      status: 200,
      body: { user: { id: userId, email: null, walletAddress: null, authMethod: 'passkey', balance: '0.00' } },
    });
    expect(await userIdOf(again)).toBe(userId);
    const { body } = await again.send('GET', '/api/account');
    expect(body).toMatchObject({ account: { passkeys: 1, hasPassword: false, endsAt: null, authMethod: 'passkey' } });
  });

  it('is known to authenticators by a handle that is not its id, the same each time', async () => {
    const { visitor, userId } = await open();
    const [first, second] = [await askForNewPasskey(visitor, false), await askForNewPasskey(visitor, false)];
    expect(first.user.id).toBe(second.user.id);
    expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(32);
    expect(Buffer.from(first.user.id, 'base64url').toString('latin1')).not.toContain(userId);
    expect(first).toMatchObject({
      rp: { id: 'localhost', name: 'Kauke' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    });
    expect(first.excludeCredentials).toHaveLength(1);
    expect(first.challenge).not.toBe(second.challenge);
  });

  it('is opened by each of its recovery codes once, and by those of nobody who has another way in', async () => {
    const { userId, recoveryCodes, visitor } = await open();
    const [first = '', second = ''] = recoveryCodes;
    const recover = (code: string, by = createVisitor(test)) => by.send('POST', '/api/auth/passkey/recover', { code });
    expect(await recover(first.toUpperCase())).toMatchObject({ status: 200, body: { user: { id: userId } } });
    expect(await recover(first)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect(await recover('0000-0000-0000-0000-0000')).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    const linked = await visitor.send('POST', '/api/account/methods/email', {
      email: 'second-way@example.com',
      password: 'correct horse',
    });
    expect(linked).toMatchObject({ status: 200 });
    expect(await recover(second)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
  });

  it('leaves nothing readable in the database', async () => {
    const { passkey, recoveryCodes, visitor } = await open();
    const { passkeys } = passkeysResponseSchema.parse((await visitor.send('GET', '/api/account/passkeys')).body);
    const name = 'Somebody’s blue telephone';
    await visitor.send('PATCH', `/api/account/passkeys/${passkeys[0]?.id ?? ''}`, { name });
    const bare = recoveryCodes.map((code) => code.replaceAll('-', ''));
    const wanted = [
      name,
      Buffer.from(passkey.id, 'base64url').toString('latin1'),
      passkey.id,
      ...recoveryCodes,
      ...bare,
    ];
    expect(await searchDatabase(test.core.database, wanted)).toEqual([]);
  });
});

describe('a sign-in by passkey is refused', () => {
  const cases: readonly (readonly [string, Misdeeds])[] = [
    ['from another origin', { origin: 'https://kauke.example' }],
    ['from a page within another site', { crossOrigin: true }],
    ['for another relying party', { rpId: 'kauke.example' }],
    ['without its holder being verified', { verified: false }],
    ['with a challenge that was never given', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['as the making of a passkey', { type: 'webauthn.create' }],
    ['signed with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ["with another account's handle", { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
    ['without a handle', { userHandle: undefined }],
  ];
  it.each(cases)('%s', async (_what, misdeeds) => {
    const { passkey } = await open();
    expect(await enter(passkey, misdeeds)).toMatchObject(refusal);
    expect(await enter(passkey)).toMatchObject({ status: 200 });
  });

  it('when nobody has that passkey', async () => {
    expect(await enter(createTestPasskey())).toMatchObject(refusal);
  });

  it('a second time with one challenge, in another browser, and after five minutes', async () => {
    const { passkey } = await open();
    const visitor = createVisitor(test);
    const send = (credential: unknown, by = visitor) => by.send('POST', '/api/auth/passkey/verify', { credential });
    const first = passkey.get(await askForPasskey(visitor));
    const thief = createVisitor(test);
    await askForPasskey(thief);
    expect(await send(first, thief)).toMatchObject(refusal);
    expect(await send(first)).toMatchObject({ status: 200 });
    await askForPasskey(visitor);
    expect(await send(first)).toMatchObject(refusal);
    const late = passkey.get(await askForPasskey(visitor));
    test.advance(5 * 60_000);
    expect(await send(late)).toMatchObject(refusal);
    await removeExpiredChallenges(test.core);
    expect(await test.core.database.db.selectFrom('walletChallenges').selectAll().execute()).toEqual([]);
  });

  it('with a challenge that was given to make a passkey, or to a wallet', async () => {
    const { passkey, visitor } = await open();
    const { challenge } = await askForNewPasskey(visitor, false);
    const request = await askForPasskey(visitor);
    const credential = passkey.get({ ...request, challenge });
    expect(await visitor.send('POST', '/api/auth/passkey/verify', { credential })).toMatchObject(refusal);
  });

  it('when its count did not rise, where authenticators count', async () => {
    const { passkey } = await open();
    expect(await enter(passkey, { counter: 5 })).toMatchObject({ status: 200 });
    expect(await enter(passkey, { counter: 5 })).toMatchObject(refusal);
    expect(await enter(passkey, { counter: 4 })).toMatchObject(refusal);
    expect(await enter(passkey, { counter: 0 })).toMatchObject({ status: 200 });
    expect(await enter(passkey, { counter: 5 })).toMatchObject(refusal);
    expect(await enter(passkey, { counter: 6 })).toMatchObject({ status: 200 });
    expect(test.logLines.filter((line) => line.includes('passkey_refused_by_counter'))).toHaveLength(3);
  });

  it('in every malformed shape, without a word of why', async () => {
    const { passkey } = await open();
    const visitor = createVisitor(test);
    const send = (body: unknown) => visitor.send('POST', '/api/auth/passkey/verify', body);
    const good = passkey.get(await askForPasskey(visitor));
    const noJson = Buffer.from('{').toString('base64url');
    expect(
      await send({ credential: { ...good, response: { ...good.response, clientDataJSON: noJson } } }),
    ).toMatchObject(refusal);
    expect(await send({})).toMatchObject({ status: 400 });
    expect(await send({ credential: { ...good, id: '!' } })).toMatchObject({ status: 400 });
    expect(await send({ credential: { ...good, extra: 1 } })).toMatchObject({ status: 400 });
  });
});

describe('a new passkey is refused', () => {
  const cases: readonly (readonly [string, Misdeeds])[] = [
    ['from another origin', { origin: 'https://kauke.example' }],
    ['for another relying party', { rpId: 'kauke.example' }],
    ['without its holder being verified', { verified: false }],
    ['with a challenge that was never given', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['as a sign-in', { type: 'webauthn.get' }],
  ];
  it.each(cases)('%s', async (_what, misdeeds) => {
    const visitor = createVisitor(test);
    expect(await registerByPasskey(visitor, createTestPasskey(), misdeeds)).toMatchObject(refusal);
    expect(await userIdOf(visitor)).toBeUndefined();
  });

  it('when it carries more than anybody asked for, or nonsense', async () => {
    const visitor = createVisitor(test);
    const passkey = createTestPasskey();
    const large = new Map<string, unknown>([['x5c', [new Uint8Array(9000)]]]);
    const oversized = await registerByPasskey(visitor, passkey, { statement: ['packed', large] });
    expect(oversized).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const credential = passkey.create(await askForNewPasskey(visitor, true));
    const nonsense = Buffer.alloc(6000, 0x81).toString('base64url');
    const broken = { ...credential, response: { ...credential.response, attestationObject: nonsense } };
    expect(await visitor.send('POST', '/api/auth/passkey/register', { credential: broken, name: 'x' })).toMatchObject(
      refusal,
    );
  });

  it('when it belongs to somebody already', async () => {
    const { passkey } = await open();
    expect(await registerByPasskey(createVisitor(test), passkey)).toMatchObject({
      status: 409,
      body: { code: 'method_taken' },
    });
    const { visitor } = await test.register('taker@example.com');
    expect(await addPasskey(visitor, passkey)).toMatchObject({ status: 409, body: { code: 'method_taken' } });
  });

  it('when it was made for another account', async () => {
    const { visitor } = await test.register('mine@example.com');
    const passkey = createTestPasskey();
    const credential = passkey.create(await askForNewPasskey(visitor, false));
    await visitor.send('POST', '/api/auth/logout');
    await visitor.send('POST', '/api/auth/register', { email: 'other@example.com', password: 'correct horse' });
    const added = await visitor.send('POST', '/api/account/passkeys', { credential, name: 'Phone' });
    expect(added).toMatchObject(refusal);
  });
});

it('what a passkey says of its maker is not read, so that no address in it is asked', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const statement = new Map<string, unknown>([
    ['alg', -7],
    ['sig', new Uint8Array(70)],
    ['x5c', [new Uint8Array(300)]],
  ]);
  const visitor = createVisitor(test);
  expect(await registerByPasskey(visitor, createTestPasskey(), { statement: ['apple', statement] })).toMatchObject({
    status: 201,
  });
  const asked = fetched.mock.calls.filter(([to]) => typeof to !== 'string' || !to.startsWith(test.url));
  fetched.mockRestore();
  expect(asked).toEqual([]);
});
