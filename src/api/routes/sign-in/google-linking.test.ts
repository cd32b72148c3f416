import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleCallbackPath } from '#contract/sign-in.ts';
import { systemClock } from '#platform/clock.ts';
import { createVisitor } from '#support/api.ts';
import {
  comeBack,
  leaveForGoogle,
  locationOf,
  registerVisitor,
  startGoogleTest,
  userOf,
  visitGoogle,
  type GoogleTest,
} from '#support/google.ts';
import { travelThroughOidc } from '#support/oidc-server.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';

const password = 'correct horse';

let google: GoogleTest;
beforeAll(async () => {
  google = await startGoogleTest();
});
beforeEach(() => google.test.advance(3_600_000));
afterAll(() => google.stop());

async function verify(email: string): Promise<void> {
  const emailHash = google.test.core.keys.lookupHash('email', email);
  const { db } = google.test.core.database;
  await db
    .updateTable('users')
    .set({ emailVerifiedAt: new Date(systemClock.now()) })
    .where('emailHash', '=', emailHash)
    .execute();
}

describe('an email that is taken', () => {
  it('goes to its proved owner when the account that holds it never proved it, which is erased', async () => {
    const squatter = await registerVisitor(google.api, 'victim@gmail.example', password);
    const squatterId = (await userOf(squatter))?.id ?? '';
    const wish = { alias: 'trap', domain: 'kauke.test', forwardTo: 'squatter@example.org' };
    expect(await squatter.send('POST', `/api/aliases/${squatterId}`, wish)).toMatchObject({ status: 201 });
    const owner = createVisitor(google.api);
    expect(await visitGoogle(owner, google.addPerson('victim', 'Victim@gmail.example'))).toBe('/dashboard?from=google');
    const user = await userOf(owner);
    expect(user).toMatchObject({ email: 'Victim@gmail.example' });
    expect(user?.id).not.toBe(squatterId);
    expect(await userOf(squatter)).toBeNull();
    const login = await createVisitor(google.api).send('POST', '/api/auth/login', {
      email: 'victim@gmail.example',
      password,
    });
    expect(login).toMatchObject({ status: 401 });
    expect(await owner.send('GET', `/api/aliases/${user?.id}`)).toMatchObject({ body: { aliases: [] } });
    const reuse = await owner.send('POST', `/api/aliases/${user?.id}`, wish);
    expect(reuse).toMatchObject({ status: 409, body: { code: 'alias_unavailable' } });
  });

  it('is taken from a wallet account that never proved it, which keeps its data but not its sessions', async () => {
    const wallet = createTestWallet();
    const visitor = createVisitor(google.api);
    await proveWallet(visitor, wallet);
    const before = await userOf(visitor);
    const added = await visitor.send('POST', '/api/account/methods/email', { email: 'both@gmail.example', password });
    expect(added).toMatchObject({ status: 200 });
    expect(await visitGoogle(createVisitor(google.api), google.addPerson('both', 'both@gmail.example'))).toBe(
      '/dashboard?from=google',
    );
    expect(await userOf(visitor)).toBeNull();
    await proveWallet(visitor, wallet);
    expect(await userOf(visitor)).toEqual(before);
  });

  it('stays where it was proved: its owner links Google there, and may then sign in with it', async () => {
    const owner = await registerVisitor(google.api, 'proved@gmail.example', password);
    await verify('proved@gmail.example');
    const before = await userOf(owner);
    const sub = google.addPerson('proved', 'proved@gmail.example');
    const stranger = createVisitor(google.api);
    expect(await visitGoogle(stranger, sub)).toBe('/auth?error=google&reason=taken');
    expect(await userOf(stranger)).toBeNull();
    expect(await visitGoogle(owner, sub, 'link')).toBe('/settings');
    expect(await userOf(owner)).toEqual(before);
    expect(await visitGoogle(stranger, sub)).toBe('/dashboard?from=google');
    expect(await userOf(stranger)).toEqual({ ...before, authMethod: 'google' });
  });
});

describe('linking Google', () => {
  it('ends the other sessions, gives this one a new cookie and proves the email when it is the same', async () => {
    const visitor = await registerVisitor(google.api, 'linker@gmail.example', password);
    const other = createVisitor(google.api);
    await other.send('POST', '/api/auth/login', { email: 'linker@gmail.example', password });
    const url = await travelThroughOidc(
      await leaveForGoogle(visitor, 'link'),
      google.addPerson('linker', 'linker@gmail.example'),
    );
    const answer = await visitor.send('GET', googleCallbackPath + url.search);
    expect(locationOf(answer)).toBe('/settings');
    expect(answer.headers.getSetCookie().join()).toContain('kauke_session=');
    expect(await userOf(other)).toBeNull();
    const user = await userOf(visitor);
    const row = await google.test.core.database.db
      .selectFrom('users')
      .select('emailVerifiedAt')
      .where('id', '=', user?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(row.emailVerifiedAt).not.toBeNull();
  });

  it('gives an account without email the one Google proved', async () => {
    const visitor = createVisitor(google.api);
    await proveWallet(visitor, createTestWallet());
    expect(await visitGoogle(visitor, google.addPerson('giver', 'giver@gmail.example'), 'link')).toBe('/settings');
    expect(await userOf(visitor)).toMatchObject({ email: 'giver@gmail.example', authMethod: 'wallet' });
  });

  it('asks for an existing method when none was proved within ten minutes', async () => {
    const visitor = await registerVisitor(google.api, 'slow@gmail.example', password);
    google.test.advance(10 * 60_000);
    expect(await leaveForGoogle(visitor, 'link')).toBe('/settings?error=google&reason=confirm');
    expect(await leaveForGoogle(createVisitor(google.api), 'link')).toBe('/settings?error=google&reason=expired');
  });

  it('refuses a Google account of somebody else, and a second one', async () => {
    const sub = google.addPerson('belongs', 'belongs@gmail.example');
    await visitGoogle(createVisitor(google.api), sub);
    const visitor = await registerVisitor(google.api, 'wisher@gmail.example', password);
    expect(await visitGoogle(visitor, sub, 'link')).toBe('/settings?error=google&reason=taken');
    expect(await visitGoogle(visitor, google.addPerson('mine', 'mine@gmail.example'), 'link')).toBe('/settings');
    const second = await visitGoogle(visitor, google.addPerson('second', 'second@gmail.example'), 'link');
    expect(second).toBe('/settings?error=google&reason=mismatch');
  });

  it('does not serve an account other than the one it began in', async () => {
    const visitor = await registerVisitor(google.api, 'early@gmail.example', password);
    const url = await travelThroughOidc(
      await leaveForGoogle(visitor, 'link'),
      google.addPerson('early', 'early@gmail.example'),
    );
    await visitor.send('POST', '/api/auth/register', { email: 'late@gmail.example', password });
    expect(await comeBack(visitor, url)).toBe('/settings?error=google&reason=expired');
  });
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await google.test.core.database.pool.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows[0]?.count ?? 0;
}

it('linking Google to an account that was deleted meanwhile ends on a page', async () => {
  const visitor = await registerVisitor(google.api, 'leaver@gmail.example', password);
  const before = await leaveForGoogle(visitor, 'link');
  const url = await travelThroughOidc(before, google.addPerson('leaver', 'leaver@gmail.example'));
  const { id } = (await userOf(visitor)) ?? { id: '' };
  const { db } = google.test.core.database;
  // Holds the account, so that it goes while the way back has found its session.
  const deletion = await db.startTransaction().execute();
  await deletion.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  const arrival = comeBack(visitor, url);
  await expect.poll(waitingForLocks).toBe(1);
  await deletion.deleteFrom('users').where('id', '=', id).execute();
  await deletion.commit().execute();
  expect(await arrival).toBe('/settings?error=google&reason=expired');
});

describe('confirming with Google', () => {
  it('takes the linked Google account only', async () => {
    const visitor = createVisitor(google.api);
    const sub = google.addPerson('sure', 'sure@gmail.example');
    await visitGoogle(visitor, sub);
    google.test.advance(10 * 60_000);
    const input = { email: 'sure@gmail.example', password };
    const refused = await visitor.send('POST', '/api/account/methods/email', input);
    expect(refused).toMatchObject({ status: 403, body: { code: 'confirm_identity' } });
    const wrong = await visitGoogle(visitor, google.addPerson('unsure', 'unsure@gmail.example'), 'confirm');
    expect(wrong).toBe('/settings?error=google&reason=mismatch');
    expect(await visitor.send('POST', '/api/account/methods/email', input)).toMatchObject({ status: 403 });
    expect(await visitGoogle(visitor, sub, 'confirm')).toBe('/settings');
    expect(await visitor.send('POST', '/api/account/methods/email', input)).toMatchObject({ status: 200 });
    expect(await createVisitor(google.api).send('POST', '/api/auth/login', input)).toMatchObject({ status: 200 });
  });
});

describe('the profile', () => {
  it('is filled by Google only when its owner asks, and only from the account that is linked', async () => {
    const profile = { given_name: 'Rasa', picture: 'https://pictures.example/rasa.png' };
    google.oidc.people.set('rasa', { email: 'rasa@gmail.example', verified: true, profile });
    const visitor = createVisitor(google.api);
    await visitGoogle(visitor, 'rasa');
    const read = async () => (await visitor.send('GET', '/api/account')).body;
    expect(await read()).toMatchObject({ account: { firstName: null, lastName: null, profileImageUrl: null } });
    await visitor.send('PUT', '/api/account/profile', { firstName: 'R.', lastName: 'Own', profileImageUrl: null });
    expect(new URL(await leaveForGoogle(visitor)).searchParams.get('scope')).toBe('openid email');
    const stranger = google.addPerson('no-rasa', 'no-rasa@gmail.example');
    expect(await visitGoogle(visitor, stranger, 'profile')).toBe('/settings?error=google&reason=mismatch');
    expect(await visitGoogle(visitor, 'rasa', 'profile')).toBe('/settings');
    const filled = { firstName: 'Rasa', lastName: 'Own', profileImageUrl: profile.picture };
    expect(await read()).toMatchObject({ account: filled });
    expect(await leaveForGoogle(createVisitor(google.api), 'profile')).toBe('/settings?error=google&reason=expired');
  });
});
