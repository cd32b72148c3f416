import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { googleStartSchema } from '#contract/account/registration.ts';
import { makeInvitation, type NewInvitation } from '#core/registration/invitations.ts';
import { createApiKey } from '#core/api-keys/api-keys.ts';
import { startHousekeeping } from '#core/housekeeping.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestPasskey, registerByPasskey } from '#support/authenticator.ts';
import { createTestCore, dayMs, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { comeBack, startGoogleTest, userOf, visitGoogle, type GoogleTest } from '#support/google.ts';
import { travelThroughOidc } from '#support/oidc-server.ts';
import { testPassword as password } from '#support/use-api.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';

/** Calls that open an account. */
const openers: readonly string[] = [
  '/api/auth/register',
  '/api/auth/wallet',
  '/api/auth/passkey/options',
  '/api/auth/passkey/register',
];

/** A visitor who brings an invitation to every call that takes one. */
function guestOf(api: Pick<TestApi, 'url'>, invitation?: string): Visitor {
  const visitor = createVisitor(api);
  return {
    send: (method, path, body, headers) =>
      visitor.send(method, path, openers.includes(path) ? { ...(body as object), invitation } : body, headers),
  };
}

let google: GoogleTest;
let test: TestCore;
let api: TestApi;

async function invite(wanted: Partial<NewInvitation> = {}): Promise<string> {
  const made = await makeInvitation(test.core, 'command', { days: 7, uses: 1, ...wanted });
  return made.token;
}

let registered = 0;
function register(visitor: Visitor, email = `guest-${(registered += 1)}@example.com`): Promise<Answer> {
  return visitor.send('POST', '/api/auth/register', { email, password });
}

async function countAccounts(): Promise<number> {
  return (await test.core.database.db.selectFrom('users').select('id').execute()).length;
}

const required = { status: 403, body: { code: 'invitation_required' } };
const unusable = { status: 410, body: { code: 'invitation_unusable' } };

describe('where accounts are by invitation', () => {
  beforeAll(async () => {
    google = await startGoogleTest({ registration: 'invite' });
    ({ test, api } = google);
  });
  afterEach(() => test.advance(3_600_000));
  afterAll(() => google.stop());

  /** The way to Google and back with an invitation; where it ends. */
  const visitGoogleInvited = async (visitor: Visitor, sub: string, invitation: string): Promise<string> => {
    const { body } = await visitor.send('POST', '/api/auth/google', { invitation });
    const { url } = googleStartSchema.parse(body);
    expect(url).not.toContain(invitation);
    return comeBack(visitor, await travelThroughOidc(url, sub));
  };

  it('opens none without one, in whatever way, and makes no passkey for nothing', async () => {
    const before = await countAccounts();
    const stranger = guestOf(api);
    expect(await register(stranger)).toMatchObject(required);
    expect(await proveWallet(stranger, createTestWallet())).toMatchObject(required);
    expect(await stranger.send('POST', '/api/auth/passkey/options', { purpose: 'register' })).toMatchObject(required);
    const sub = google.addPerson('uninvited', 'uninvited@gmail.example');
    expect(await visitGoogle(createVisitor(api), sub)).toBe('/auth?error=google&reason=uninvited');
    expect(await countAccounts()).toBe(before);
  });

  it('opens one by link, in whatever way', async () => {
    const invitation = await invite({ uses: 4 });
    expect(await register(guestOf(api, invitation))).toMatchObject({ status: 201 });
    expect(await proveWallet(guestOf(api, invitation), createTestWallet())).toMatchObject({ status: 200 });
    expect(await registerByPasskey(guestOf(api, invitation), createTestPasskey())).toMatchObject({ status: 201 });
    const sub = google.addPerson('invited', 'invited@gmail.example');
    const visitor = createVisitor(api);
    expect(await visitGoogleInvited(visitor, sub, invitation)).toBe('/dashboard?from=google');
    expect(await userOf(visitor)).toMatchObject({ email: 'invited@gmail.example' });
    // Those who have an account need none.
    expect(await visitGoogle(createVisitor(api), sub)).toBe('/dashboard?from=google');
    expect(await register(guestOf(api, invitation))).toMatchObject(unusable);
  });

  it('gives the last use of a link to one of those who come at once', async () => {
    const invitation = await invite();
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(guestOf(api, invitation))));
    expect(Object.groupBy(answers, ({ status }) => status)[201]).toHaveLength(1);
    expect(Object.groupBy(answers, ({ status }) => status)[410]).toHaveLength(4);
    const twoWays = await invite();
    const ways = await Promise.all([
      register(guestOf(api, twoWays)),
      proveWallet(guestOf(api, twoWays), createTestWallet()),
    ]);
    expect(ways.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(ways.filter(({ status }) => status === 410)).toHaveLength(1);
  });

  it('uses nothing where no account comes of it, and one use where one wallet comes twice at once', async () => {
    const invitation = await invite({ uses: 2 });
    const first = guestOf(api, invitation);
    expect(await register(first, 'taken@example.com')).toMatchObject({ status: 201 });
    expect(await register(guestOf(api, invitation), 'taken@example.com')).toMatchObject({ status: 409 });
    const wallet = createTestWallet();
    const twice = await Promise.all([1, 2].map(() => proveWallet(guestOf(api, invitation), wallet)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(await register(guestOf(api, invitation))).toMatchObject(unusable);
  });

  it('tells a stranger nothing of who has an account', async () => {
    const invitation = await invite();
    await register(guestOf(api, invitation), 'known@example.com');
    expect(await register(guestOf(api), 'known@example.com')).toMatchObject(required);
    expect(await register(guestOf(api, 'x'.repeat(43)), 'known@example.com')).toMatchObject(unusable);
  });

  it('ends a link after its days, and keeps no link in the clear', async () => {
    const invitation = await invite({ days: 3 });
    const look = () => createVisitor(api).send('POST', '/api/auth/invitation', { invitation });
    const expiresAt = new Date(test.core.clock.now() + 3 * dayMs).toISOString();
    expect(await look()).toMatchObject({ status: 200, body: { expiresAt } });
    const hex = Buffer.from(invitation, 'base64url').toString('hex');
    expect(await searchDatabase(test.core.database, [invitation, hex])).toEqual([]);
    test.advance(3 * dayMs);
    expect(await look()).toMatchObject(unusable);
    expect(await register(guestOf(api, invitation))).toMatchObject(unusable);
    await startHousekeeping(test.core)();
    expect(
      await test.core.database.db.selectFrom('secretLinks').where('kind', '=', 'invitation').selectAll().execute(),
    ).toEqual([]);
  });

  it('shows its domains to those who have an account, by session or key, and its counts to nobody', async () => {
    const guest = guestOf(api, await invite());
    const { body } = await register(guest);
    const { user } = body as { user: { id: string } };
    const stranger = createVisitor(api);
    const ask = (visitor: Visitor, headers = {}) => visitor.send('GET', '/api/domains', undefined, headers);
    expect(await ask(stranger)).toMatchObject({ status: 200, body: { domains: [] } });
    const shown = { status: 200, body: { domains: ['kauke.test', 'mask.test'] } };
    expect(await ask(guest)).toMatchObject(shown);
    const { key } = await createApiKey(test.core, user.id, { name: 'program', scope: 'create' });
    expect(await ask(stranger, { Authorization: `Bearer ${key}` })).toMatchObject(shown);
    expect(await ask(stranger, { Authorization: 'Bearer unknown' })).toMatchObject({ status: 401 });
    for (const visitor of [stranger, guest])
      expect(await visitor.send('GET', '/api/stats')).toMatchObject({ status: 200, body: { stats: null } });
    const config = await stranger.send('GET', '/api/config');
    expect(config.body).toMatchObject({ registration: 'invite', defaultDomain: '', privacyEmail: null });
    expect(JSON.stringify(config.body)).not.toContain('mask.test');
  });
});

describe('where no accounts are opened', () => {
  beforeAll(async () => {
    test = await createTestCore({ registration: 'closed' });
    api = await startTestApi(test.core);
  });
  afterAll(async () => {
    await api.stop();
    await test.drop();
  });

  const closed = { status: 403, body: { code: 'registration_closed' } };

  it('opens none by invitation either, and lets those in who have one', async () => {
    const invitation = await invite();
    const open = await startTestApi({ ...test.core, settings: { ...test.core.settings, registration: 'open' } });
    await register(guestOf(open), 'before@example.com');
    await open.stop();
    expect(await register(guestOf(api))).toMatchObject(closed);
    expect(await register(guestOf(api, invitation))).toMatchObject(closed);
    expect(await proveWallet(guestOf(api, invitation), createTestWallet())).toMatchObject(closed);
    expect(await createVisitor(api).send('POST', '/api/auth/invitation', { invitation })).toMatchObject(closed);
    const visitor = createVisitor(api);
    const signIn = { email: 'before@example.com', password };
    expect(await visitor.send('POST', '/api/auth/login', signIn)).toMatchObject({ status: 200 });
    expect(await visitor.send('GET', '/api/domains')).toMatchObject({ body: { domains: ['kauke.test', 'mask.test'] } });
    expect(await createVisitor(api).send('GET', '/api/domains')).toMatchObject({ body: { domains: [] } });
  });
});

describe('where everybody may open an account', () => {
  beforeAll(async () => {
    test = await createTestCore();
    api = await startTestApi(test.core);
  });
  afterAll(async () => {
    await api.stop();
    await test.drop();
  });

  it('minds no invitation that is over', async () => {
    expect(await register(guestOf(api, 'x'.repeat(43)))).toMatchObject({ status: 201 });
    expect(await createVisitor(api).send('GET', '/api/config')).toMatchObject({ body: { registration: 'open' } });
  });
});
