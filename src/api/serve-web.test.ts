import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userResponseSchema } from '#contract/sign-in.ts';
import { createVisitor, startTestApi, testSite, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { testPassword } from '#support/use-api.ts';

let test: TestCore;
let api: TestApi;
let webFolder: string;
let owner: ReturnType<typeof createVisitor>;
let ownerId: string;
const ownerEmail = 'owner@example.com';
const script = `console.log(${'1+'.repeat(1000)}1)`;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'kauke-web-'));
  await mkdir(join(webFolder, 'assets'));
  const page = [
    '<!doctype html><html data-delivery="__DELIVERY__" data-domain="__DOMAIN__" data-google="__GOOGLE__"',
    ' data-session="__SESSION__"><meta property="og:image" content="__PUBLIC_URL__/og.png">',
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style></head>',
  ].join('');
  const scripts = { '/dashboard': { stranger: ['assets/auth-1a2b.js'], owner: ['assets/list-1a2b.js'] } };
  await writeFile(join(webFolder, 'page-scripts.json'), JSON.stringify(scripts));
  await writeFile(join(webFolder, 'index.html'), page);
  await writeFile(join(webFolder, 'landing.html'), `${page}<h1>Be anyone @__DOMAIN__</h1>`);
  await writeFile(join(webFolder, 'private-landing.html'), `${page}<h1>For those who have an account</h1>`);
  const drawn = (mark: string, header: string, main: string): string =>
    `${page}<div id="root" data-${mark}><header>${header}</header>${main}</div>`;
  await writeFile(join(webFolder, 'auth.html'), drawn('prerendered', 'Sign in', '<h1>Welcome</h1>'));
  await writeFile(join(webFolder, 'take.html'), drawn('shell', 'Sign in', '<h1>No link</h1>'));
  await writeFile(join(webFolder, 'own-dashboard.html'), drawn('shell', 'Log out', '<h1>Frame @__DOMAIN__</h1>'));
  await writeFile(join(webFolder, 'own-alias.html'), drawn('shell', 'Log out', '<h1>Any alias</h1>'));
  await writeFile(join(webFolder, 'own-landing.html'), drawn('shell', 'Log out', '<h1>Be anyone</h1>'));
  await writeFile(join(webFolder, 'own-settings-sign-in.html'), drawn('shell', 'Log out', '<h1>Settings</h1>'));
  await writeFile(join(webFolder, 'docs-getting-started.html'), `${page}<h1>Getting started</h1>`);
  await writeFile(join(webFolder, 'docs-replies.html'), drawn('prerendered', 'Sign in', '<h1>Replies</h1>'));
  await writeFile(join(webFolder, 'not-found.html'), drawn('prerendered', 'Sign in', '<h1>Page Not Found</h1>'));
  await writeFile(join(webFolder, 'privacy.html'), `${page}<body><div id="root"></div><noscript>No.</noscript></body>`);
  await writeFile(
    join(webFolder, 'draw-policies.mjs'),
    `let times = 0;
    export async function drawPolicies(config) {
      times += 1;
      if (config.version === 'broken') throw new Error('broken');
      return new Map([['/privacy', '<h1>Drawn ' + times + ', __SESSION__ $& by ' + config.version + '</h1>']]);
    }`,
  );
  await writeFile(join(webFolder, '.stamp'), 'secret');
  await writeFile(join(webFolder, 'theme.js'), script);
  await writeFile(join(webFolder, 'assets/app-1a2b.js'), script);
  await writeFile(join(webFolder, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
  test = await createTestCore();
  api = await startTestApi(test.core, { webFolder });
  owner = createVisitor(api);
  const { body } = await owner.send('POST', '/api/auth/register', { email: ownerEmail, password: testPassword });
  ownerId = userResponseSchema.parse(body).user.id;
});
afterAll(async () => {
  await api.stop();
  await test.drop();
  await rm(webFolder, { recursive: true });
});

function send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
  return createVisitor(api).send(method, path, body, headers);
}

const aliasId = '0b2c5a3e-6f64-4a8e-9d1c-2b7f0a1d3c4e';

function headingOf(body: unknown): string | null {
  return /<h1>(.+)<\/h1>/.exec(String(body))?.[1] ?? null;
}

describe('the web app', () => {
  it.each([
    ['/', 200],
    ['/home', 200],
    ['/auth', 200],
    ['/dashboard', 200],
    ['/confirm', 200],
    ['/inbox', 200],
    ['/nowhere', 404],
    ['/index.html', 404],
    ['/.stamp', 404],
    ['/assets/none.js', 404],
    ['/assets/..%2f.stamp', 404],
    ['/%', 404],
  ])('answers %s with its page and status %i', async (path, status) => {
    const answer = await send('GET', path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.body).toContain('<!doctype html>');
    expect(answer.body).not.toContain('secret');
  });

  it('writes into the page where this installation is and where its mail goes', async () => {
    const { body } = await send('GET', '/about');
    expect(body).toContain('<html data-delivery="preview" data-domain="kauke.test" data-google="off"');
    expect(body).toContain(`content="${test.core.settings.publicUrl}/og.png"`);
  });

  it.each([
    ['/', 'Be anyone @kauke.test'],
    ['/home', 'Be anyone @kauke.test'],
    ['/auth', 'Welcome'],
    ['/auth?error=google', null],
    ['/docs', 'Getting started'],
    ['/docs/replies', 'Replies'],
    ['/dashboard', 'Welcome'],
    ['/settings/held', 'Welcome'],
    [`/aliases/${aliasId}`, 'Welcome'],
    ['/dashboard?show=paused', null],
    ['/take', 'No link'],
    ['/nowhere', 'Page Not Found'],
    ['/not-found', 'Page Not Found'],
    ['/private-landing', 'Page Not Found'],
    ['/docs-replies', 'Page Not Found'],
  ])('comes prerendered to those who are signed out where it can: %s', async (path, heading) => {
    // A cookie that opens nothing is that of a stranger.
    for (const headers of [{}, { cookie: 'kauke_session=any' }]) {
      const body = String((await send('GET', path, undefined, headers)).body);
      expect(body).toContain('data-session="none"');
      expect(headingOf(body)).toBe(heading);
      expect(body).not.toContain('Log out');
    }
  });

  it.each([
    ['/', 'Frame @kauke.test'],
    ['/dashboard', 'Frame @kauke.test'],
    ['/dashboard?show=paused', 'Frame @kauke.test'],
    ['/auth', 'Frame @kauke.test'],
    [`/aliases/${aliasId}`, 'Any alias'],
    ['/settings', 'Settings'],
    ['/settings/sign-in', 'Settings'],
    ['/home', 'Be anyone'],
    ['/docs/replies', 'Replies'],
    ['/take', 'No link'],
    ['/nowhere', 'Page Not Found'],
    ['/settings/data', null],
  ])('comes as a frame with nothing of anybody to those who are signed in: %s', async (path, heading) => {
    const { body, headers } = await owner.send('GET', path);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toContain('Cookie');
    expect(body).toContain('data-session="unknown"');
    expect(headingOf(body)).toBe(heading);
    expect(body).not.toMatch(/data-prerendered|Sign in/);
    expect(String(body).includes('<header>Log out</header>')).toBe(heading !== null);
    // The same for everybody: the nonce is all that differs.
    expect(body).not.toContain(ownerEmail);
    expect(body).not.toContain(ownerId);
  });

  it('draws no frame for an account that is leaving: its pages are others', async () => {
    const leave = (leavingAt: Date | null) =>
      test.core.database.db.updateTable('users').set({ leavingAt }).where('id', '=', ownerId).execute();
    await leave(new Date(test.core.clock.now()));
    const { body } = await owner.send('GET', '/dashboard');
    expect(body).toContain('data-session="unknown"');
    expect(headingOf(body)).toBeNull();
    await leave(null);
  });

  it('names the scripts of a page with it, to strangers those of what they see', async () => {
    const named = (body: unknown): string[] =>
      [...String(body).matchAll(/(?<=<link rel="modulepreload" crossorigin href="\/|data-scripts=")[^"]+/g)].flatMap(
        ([names]) => names.split(' '),
      );
    // They come after what can be read, and along with what cannot.
    expect(named((await send('GET', '/dashboard')).body)).toEqual(['assets/auth-1a2b.js']);
    expect(named((await send('GET', '/dashboard?a=b')).body)).toEqual(['assets/auth-1a2b.js']);
    expect(named((await owner.send('GET', '/dashboard')).body)).toEqual(['assets/list-1a2b.js']);
    expect(named((await send('GET', '/nowhere')).body)).toEqual([]);
  });

  it.each(['/', '/nowhere', '/assets/app-1a2b.js'])('answers %s with the security headers', async (path) => {
    const { headers } = await send('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('draws a policy once, from what the operator decided, and puts both into its page as they are', async () => {
    const hostile = `</script>"><img src=x onerror=alert(1)>__CSP_NONCE__ ${"'$&".repeat(50)}`;
    const site = { ...testSite, legal: { ...testSite.legal, operatorName: hostile, reportNext: '2026-08' } };
    const own = await startTestApi(test.core, { webFolder, site });
    const bodies = await Promise.all(
      ['/privacy', '/privacy'].map(async (path) => String((await createVisitor(own).send('GET', path)).body)),
    );
    expect(new Set(bodies.map((body) => /Drawn \d+/.exec(body)?.[0])).size).toBe(1);
    for (const body of bodies) {
      expect(body).toMatch(/data-prerendered><h1>Drawn \d, __SESSION__ \$& by 0\.0\.0-test<\/h1><\/div><\/body>/);
      expect(body).not.toContain(hostile.slice(0, 'literally'.length));
      const attribute = /data-config="([^"]*)"/.exec(body)?.[1] ?? '';
      expect(attribute).not.toContain('<');
      const text = attribute.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
      // Its month is over.
      const legal = { ...site.legal, reportNext: null };
      expect(JSON.parse(text)).toMatchObject({ version: '0.0.0-test', legal });
    }
    expect((await createVisitor(own).send('GET', '/privacy')).headers.get('content-security-policy')).toContain(
      "script-src 'self';",
    );
    await own.stop();
  });

  it('leaves a policy to the browser where it cannot be drawn', async () => {
    const own = await startTestApi(test.core, { webFolder, site: { ...testSite, version: 'broken' } });
    const { status, body } = await createVisitor(own).send('GET', '/privacy');
    expect(status).toBe(200);
    expect(body).toContain('<div id="root"></div>');
    await own.stop();
  });

  it('does not take a page for a place to send things to', async () => {
    expect(await send('POST', '/dashboard', {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('has a page for operators, unknown to everybody else', async () => {
    const visitor = createVisitor(api);
    const open = async (from = visitor, headers = {}) =>
      (await from.send('GET', '/operator', undefined, headers)).status;
    expect(await open(createVisitor(api))).toBe(404);
    expect(await open(createVisitor(api), { cookie: 'kauke_session=any' })).toBe(404);
    const login = { email: 'boss@example.com', password: testPassword };
    const { body } = await visitor.send('POST', '/api/auth/register', login);
    const { id: userId } = userResponseSchema.parse(body).user;
    expect(await open()).toBe(404);
    const { db } = test.core.database;
    await db.insertInto('operators').values({ userId }).execute();
    expect(await open()).toBe(404);
    const totpEnabledAt = new Date(test.core.clock.now());
    await db.updateTable('users').set({ totpEnabledAt }).where('id', '=', userId).execute();
    expect(await open()).toBe(200);
  });

  it('has no inbox page outside preview', async () => {
    const settings = { ...test.core.settings, delivery: 'mx' as const };
    const own = await startTestApi({ ...test.core, settings }, { webFolder });
    expect((await createVisitor(own).send('GET', '/inbox')).status).toBe(404);
    await own.stop();
  });

  it.each(['invite', 'closed'] as const)(
    'shows strangers a start of its own under %s, without a domain',
    async (mode) => {
      const settings = { ...test.core.settings, registration: mode };
      const own = await startTestApi({ ...test.core, settings }, { webFolder });
      for (const path of ['/', '/home']) {
        const { body } = await createVisitor(own).send('GET', path);
        expect(body).toContain('<h1>For those who have an account</h1>');
        expect(body).toContain('data-domain="example.com"');
        expect(body).not.toContain('kauke.test');
      }
      expect((await createVisitor(own).send('GET', '/auth')).body).toContain('<h1>Welcome</h1>');
      await own.stop();
    },
  );

  it('has a fresh nonce in each page, the same in its policy', async () => {
    const pages = [await send('GET', '/'), await send('GET', '/')];
    const nonces = pages.map(({ body, headers }) => {
      const nonce = /<style nonce="([^"]+)">/.exec(String(body))?.[1] ?? '';
      expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(body).toContain(`csp-nonce" nonce="${nonce}"`);
      return nonce;
    });
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('lets hashed assets be kept for ever and sends them packed where that was prepared', async () => {
    const packed = await send('GET', '/assets/app-1a2b.js', undefined, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(packed.body).toBe(script);
    const plain = await send('GET', '/assets/app-1a2b.js', undefined, { 'accept-encoding': 'br;q=0' });
    expect(plain.headers.has('content-encoding')).toBe(false);
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
    expect(plain.body).toBe(script);
    expect((await send('GET', '/theme.js')).headers.get('cache-control')).toBe('public, no-cache');
  });

  it('packs other large answers on the spot and leaves small ones alone', async () => {
    const large = await send('GET', '/theme.js', undefined, { 'accept-encoding': 'gzip' });
    expect(large.headers.get('content-encoding')).toBe('gzip');
    expect(large.body).toBe(script);
    const small = await send('GET', '/api/config', undefined, { 'accept-encoding': 'gzip' });
    expect(small.headers.has('content-encoding')).toBe(false);
    expect(small.body).toMatchObject({ version: '0.0.0-test' });
  });
});
