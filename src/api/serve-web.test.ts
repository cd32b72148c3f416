import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userResponseSchema } from '#contract/sign-in.ts';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { testPassword } from '#support/use-api.ts';

let test: TestCore;
let api: TestApi;
let webFolder: string;
const script = `console.log(${'1+'.repeat(1000)}1)`;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'kauke-web-'));
  await mkdir(join(webFolder, 'assets'));
  const page = [
    '<!doctype html><html data-delivery="__DELIVERY__" data-domain="__DOMAIN__" data-google="__GOOGLE__"',
    ' data-session="__SESSION__"><meta property="og:image" content="__PUBLIC_URL__/og.png">',
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
  ].join('');
  await writeFile(join(webFolder, 'index.html'), page);
  await writeFile(join(webFolder, 'landing.html'), `${page}<h1>Be anyone @__DOMAIN__</h1>`);
  await writeFile(join(webFolder, 'private-landing.html'), `${page}<h1>For those who have an account</h1>`);
  await writeFile(join(webFolder, 'auth.html'), `${page}<h1>Welcome</h1>`);
  await writeFile(join(webFolder, '.stamp'), 'secret');
  await writeFile(join(webFolder, 'theme.js'), script);
  await writeFile(join(webFolder, 'assets/app-1a2b.js'), script);
  await writeFile(join(webFolder, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
  test = await createTestCore();
  api = await startTestApi(test.core, { webFolder });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
  await rm(webFolder, { recursive: true });
});

function send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
  return createVisitor(api).send(method, path, body, headers);
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
    ['/dashboard', null],
    ['/nowhere', null],
  ])('comes prerendered to those who are signed out where it can: %s', async (path, heading) => {
    const signedOut = String((await send('GET', path)).body);
    expect(signedOut).toContain('data-session="none"');
    expect(/<h1>(.+)<\/h1>/.exec(signedOut)?.[1] ?? null).toBe(heading);
    const other = String((await send('GET', path, undefined, { cookie: 'kauke_session=any' })).body);
    expect(other).toContain('data-session="unknown"');
    expect(other).not.toContain('<h1>');
  });

  it.each(['/', '/nowhere', '/assets/app-1a2b.js'])('answers %s with the security headers', async (path) => {
    const { headers } = await send('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
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
    await db.updateTable('users').set({ totpEnabledAt: new Date() }).where('id', '=', userId).execute();
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
