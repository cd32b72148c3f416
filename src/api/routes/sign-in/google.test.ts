import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleCallbackPath } from '#contract/sign-in.ts';
import { createGoogleProvider } from '#core/sign-in/google-provider.ts';
import { createVisitor, startTestApi } from '#support/api.ts';
import { searchDatabase } from '#support/database-search.ts';
import {
  comeBack,
  googlePublicUrl,
  leaveForGoogle,
  locationOf,
  startGoogleTest,
  userOf,
  visitGoogle,
  type GoogleTest,
} from '#support/google.ts';
import { startOidcServer, travelThroughOidc } from '#support/oidc-server.ts';

let google: GoogleTest;
beforeAll(async () => {
  google = await startGoogleTest();
});
beforeEach(() => google.test.advance(3_600_000));
afterAll(() => google.stop());

describe('Google sign-in', () => {
  it('asks with PKCE, state and nonce for no more than the email, and comes back to PUBLIC_URL', async () => {
    const visitor = createVisitor(google.api);
    const answer = await visitor.send('GET', '/api/auth/google', undefined, { host: 'evil.example' });
    const { origin, searchParams } = new URL(locationOf(answer));
    expect(origin).toBe(google.oidc.config.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      redirect_uri: 'http://localhost:3000/api/auth/google/callback',
      scope: 'openid email',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^kauke_google=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('makes an account with the proved email on the first visit and finds it again by sub', async () => {
    const sub = google.addPerson('first-visit-108', 'first@gmail.example');
    const visitor = createVisitor(google.api);
    expect(await visitGoogle(visitor, sub)).toBe('/dashboard?from=google');
    const user = await userOf(visitor);
    expect(user).toMatchObject({ email: 'first@gmail.example', walletAddress: null, authMethod: 'google' });
    google.addPerson(sub, 'renamed@gmail.example');
    const again = createVisitor(google.api);
    expect(await visitGoogle(again, sub)).toBe('/dashboard?from=google');
    expect(await userOf(again)).toEqual(user);
    expect(await searchDatabase(google.test.core.database, [sub, 'first@gmail.example', 'renamed@gmail'])).toEqual([]);
    const targets = await google.test.core.database.db
      .selectFrom('targets')
      .select('confirmedAt')
      .where('userId', '=', user?.id ?? '')
      .execute();
    expect(targets).toEqual([{ confirmedAt: expect.any(Date) }]);
  });

  it('gives a first visit that happens twice at once one account', async () => {
    const sub = google.addPerson('twice', 'twice@gmail.example');
    const visitors = [createVisitor(google.api), createVisitor(google.api)];
    const returns = await Promise.all(
      visitors.map(async (visitor) => ({ visitor, url: await travelThroughOidc(await leaveForGoogle(visitor), sub) })),
    );
    const ends = await Promise.all(returns.map(({ visitor, url }) => comeBack(visitor, url)));
    expect(ends).toEqual(['/dashboard?from=google', '/dashboard?from=google']);
    const [one, other] = await Promise.all(visitors.map(userOf));
    expect(one).toEqual(other);
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['two states', (url: URL) => url.searchParams.append('state', 'x')],
    ['no answer at all', (url: URL) => (url.search = '')],
  ])('refuses %s', async (_, alter) => {
    const visitor = createVisitor(google.api);
    const url = await travelThroughOidc(
      await leaveForGoogle(visitor),
      google.addPerson('stated', 'stated@gmail.example'),
    );
    alter(url);
    expect(await comeBack(visitor, url)).toBe('/auth?error=google&reason=expired');
    expect(await userOf(visitor)).toBeNull();
  });

  it('refuses an answer in another browser, an old one and an altered cookie', async () => {
    const sub = google.addPerson('lost', 'lost@gmail.example');
    const expired = '/auth?error=google&reason=expired';
    const visitor = createVisitor(google.api);
    const url = await travelThroughOidc(await leaveForGoogle(visitor), sub);
    expect(await comeBack(createVisitor(google.api), url)).toBe(expired);
    const cookie = { cookie: `kauke_google=${'A'.repeat(300)}` };
    const forged = await createVisitor(google.api).send('GET', googleCallbackPath + url.search, undefined, cookie);
    expect(locationOf(forged)).toBe(expired);
    google.test.advance(10 * 60_000);
    expect(await comeBack(visitor, url)).toBe(expired);
  });

  it('refuses a code that was used, with and without the cookie of its journey', async () => {
    const sub = google.addPerson('replay', 'replay@gmail.example');
    const visitor = createVisitor(google.api);
    const started = await visitor.send('GET', '/api/auth/google');
    const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const url = await travelThroughOidc(locationOf(started), sub);
    expect(await comeBack(visitor, url)).toBe('/dashboard?from=google');
    expect(await comeBack(visitor, url)).toBe('/auth?error=google&reason=expired');
    const thief = createVisitor(google.api);
    const replayed = await thief.send('GET', googleCallbackPath + url.search, undefined, { cookie });
    expect(locationOf(replayed)).toBe('/auth?error=google&reason=expired');
    expect(await userOf(thief)).toBeNull();
  });

  it('tells a denied consent and an unverified email', async () => {
    const visitor = createVisitor(google.api);
    const denied = await travelThroughOidc(
      await leaveForGoogle(visitor),
      google.addPerson('denier', 'denier@gmail.example'),
      false,
    );
    expect(await comeBack(visitor, denied)).toBe('/auth?error=google&reason=denied');
    const unverified = await visitGoogle(visitor, google.addPerson('unproved', 'unproved@gmail.example', false));
    expect(unverified).toBe('/auth?error=google&reason=unverified');
    expect(await userOf(visitor)).toBeNull();
  });

  it('tells whoever tries too often so on a page, at both ends of the way', async () => {
    const visitor = createVisitor(google.api);
    const url = await travelThroughOidc(
      await leaveForGoogle(visitor),
      google.addPerson('eager', 'eager@gmail.example'),
    );
    const { db } = google.test.core.database;
    await db.updateTable('rateLimits').set({ count: 100 }).where('actionType', '=', 'google_start').execute();
    expect(await leaveForGoogle(visitor)).toBe('/auth?error=google&reason=busy');
    await comeBack(createVisitor(google.api), url);
    await db.updateTable('rateLimits').set({ count: 100 }).where('actionType', '=', 'sign_in_network').execute();
    expect(await comeBack(visitor, url)).toBe('/auth?error=google&reason=busy');
    expect(await userOf(visitor)).toBeNull();
  });

  it('is not there when it is not set up', async () => {
    const own = await startTestApi(google.test.core);
    const visitor = createVisitor(own);
    for (const path of ['/api/auth/google', googleCallbackPath]) {
      expect(await visitor.send('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await visitor.send('GET', '/api/config')).toMatchObject({ body: { google: false } });
    expect(await createVisitor(google.api).send('GET', '/api/config')).toMatchObject({ body: { google: true } });
    await own.stop();
  });

  it('says so while the provider is down, and works again once it is back', async () => {
    const first = await startOidcServer(googlePublicUrl + googleCallbackPath);
    const provider = createGoogleProvider({ ...first.config, publicUrl: googlePublicUrl, log: google.test.core.log });
    await first.stop();
    const own = await startTestApi({ ...google.test.core, google: provider });
    const visitor = createVisitor(own);
    expect(await leaveForGoogle(visitor)).toBe('/auth?error=google&reason=unavailable');
    const port = Number(new URL(first.config.issuer).port);
    const second = await startOidcServer(googlePublicUrl + googleCallbackPath, port);
    second.people.set('patient', { email: 'patient@gmail.example', verified: true });
    const url = await travelThroughOidc(await leaveForGoogle(visitor), 'patient');
    expect(locationOf(await visitor.send('GET', googleCallbackPath + url.search))).toBe('/dashboard?from=google');
    await own.stop();
    await second.stop();
  });
});
