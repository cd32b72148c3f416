import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;

beforeAll(async () => {
  test = await createTestCore();
  const broken = () => {
    throw new Error('secret detail bob@example.com');
  };
  api = await startTestApi(test.core, { extensions: [(app) => void app.get('/api/broken', broken)] });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
  return createVisitor(api).send(method, path, body, headers);
}
function logIn(body: unknown, headers?: Record<string, string>): Promise<Answer> {
  return send('POST', '/api/auth/login', body, headers);
}
const input = { email: 'nobody@example.com', password: 'wrong horse' };

describe('bad requests', () => {
  it('with broken JSON are answered 400', async () => {
    for (const text of ['{', '{"email":}', 'null x', "{'a':1}"]) {
      expect(await logIn(text)).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    }
  });

  it('with JSON of another shape are answered 400 with a message', async () => {
    for (const text of ['null', '[]', '"text"', '7', `${'['.repeat(100_000)}${']'.repeat(100_000)}`]) {
      expect(await logIn(text)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });

  it('without a body are told which fields are missing', async () => {
    expect(await send('POST', '/api/auth/login')).toMatchObject({
      status: 400,
      body: { errors: { email: ['Valid email address is required'], password: ['Password is required'] } },
    });
  });

  it('with another content type are answered 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
    ]) {
      const answer = await logIn(JSON.stringify(input), { 'content-type': type });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    }
    const charset = { 'content-type': 'application/json; charset=utf-8' };
    expect(await logIn(JSON.stringify(input), charset)).toMatchObject({ status: 401 });
  });

  it('of 2 MB are answered 413, with their length announced or not', async () => {
    const big = JSON.stringify({ ...input, email: 'x'.repeat(2_000_000) });
    expect(await logIn(big)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', connection: 'close' };
      const chunked = httpRequest(`${api.url}/api/auth/login`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      chunked.on('error', reject);
      chunked.end(big);
    });
    expect(status).toBe(413);
  });

  it('with an unknown field are answered 400, whatever its name', async () => {
    for (const name of ['admin', '__proto__', 'constructor', 'toString']) {
      const answer = await logIn(`{"email":"a@b.cc","password":"x","${name}":1}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    expect(await logIn({ ...input, admin: true })).toMatchObject({ body: { errors: { admin: ['Unknown field'] } } });
  });

  it('with NUL or half a surrogate pair in any text are answered 400', async () => {
    for (const text of ['a\\u0000b', '\\ud800', '\\udc00\\ud800']) {
      expect(await logIn(`{"email":"${text}","password":"x"}`)).toMatchObject({ status: 400 });
      expect(await logIn(`{"email":"a@b.cc","password":"x","${text}":1}`)).toMatchObject({ status: 400 });
    }
    expect(await logIn('{"email":"a@b.cc","password":"\\ud83d\\ude00"}')).toMatchObject({ status: 401 });
  });

  it('for an unknown path of the API are answered 404 in JSON', async () => {
    for (const path of ['/api', '/api/', '/api/none', '/api/alias', '/api/aliases/a/b']) {
      expect(await send('GET', path)).toMatchObject({ status: 404, body: { message: 'Not found', code: 'not_found' } });
    }
    expect(await send('POST', '/api/none', {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('with another method are answered 405 and told which are allowed', async () => {
    const answer = await send('PUT', '/api/domains');
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    const aliases = await send('PATCH', '/api/aliases/none');
    expect(aliases.headers.get('allow')?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'POST', 'PUT']);
    expect((await send('GET', '/api/auth/login')).status).toBe(405);
  });

  it('that meet a fault of ours are answered 500, told nothing and logged once without the message', async () => {
    const before = test.logLines.length;
    const answer = await send('GET', '/api/broken');
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    const lines = test.logLines.slice(before).filter((line) => line.includes('request_failed'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(answer.headers.get('x-request-id'));
    expect(lines[0]).not.toContain('secret');
  });
});

describe('the cross-site guard', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'nonsense' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:3001' }],
    [{ origin: 'https://localhost:3000' }],
    [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ])('refuses %j and names PUBLIC_URL', async (headers) => {
    for (const [method, path] of [
      ['POST', '/api/auth/logout'],
      ['DELETE', '/api/aliases/1'],
      ['PUT', '/api/none'],
    ] as const) {
      const answer = await send(method, path, undefined, headers);
      expect(answer).toMatchObject({ status: 403, body: { code: 'cross_site' } });
      expect(JSON.stringify(answer.body)).toContain('http://localhost:3000 (PUBLIC_URL)');
    }
  });

  it.each([
    [{}],
    [{ origin: 'http://localhost:3000' }],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  ])('lets %j through', async (headers) => {
    expect((await send('POST', '/api/auth/logout', undefined, headers)).status).toBe(200);
  });

  it.each([
    [403, { origin: 'https://evil.example' }],
    [403, { origin: 'http://localhost:3000' }],
    [403, { origin: 'null' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [401, {}],
    [401, { origin: 'chrome-extension://iadbdpnoknmbdeolbapdackdcogdmjpe', 'sec-fetch-site': 'none' }],
    [401, { origin: 'moz-extension://5f8d-1', 'sec-fetch-site': 'cross-site' }],
  ])(
    'answers %d to a sign-in of addy.io with %j: pages may not try passwords, apps and extensions may',
    async (status, headers) => {
      const body = { username: 'nobody@example.com', password: 'wrong', device_name: 'A client' };
      expect((await send('POST', '/api/auth/login', body, headers)).status).toBe(status);
    },
  );

  it('never stands in the way of reading', async () => {
    expect((await send('GET', '/api/config', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });
});

describe('every answer', () => {
  it.each(['/api/config', '/api/none', '/none', '/healthz'])('%s carries the security headers', async (path) => {
    const { headers } = await send('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.has('access-control-allow-origin')).toBe(false);
  });

  it('is logged with method, route pattern, status, duration and id, and nothing else', async () => {
    const before = test.logLines.length;
    await send('DELETE', '/api/aliases/1c7f0d6e-0000-4000-8000-000000000000?x=secret');
    const lines = test.logLines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([{ event: 'request', method: 'DELETE', route: '/api/aliases/:id', status: 401 }]);
    expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual([
      'durationMs',
      'event',
      'level',
      'method',
      'requestId',
      'route',
      'status',
      'time',
    ]);
    await send('GET', '/some/private/path');
    expect(test.logLines.at(-1)).toContain('"route":"/*"');
  });
});

describe('session cookies', () => {
  const register = async (core: TestCore['core'], email: string): Promise<Answer> => {
    const own = await startTestApi(core);
    const answer = await createVisitor(own).send('POST', '/api/auth/register', { email, password: 'correct horse' });
    await own.stop();
    return answer;
  };

  it('are HttpOnly and Lax under http', async () => {
    const { headers } = await register(test.core, 'http@example.com');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^kauke_device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^kauke_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('are Secure and bound to the host under https, where HSTS is on', async () => {
    const settings = { ...test.core.settings, publicUrl: 'https://mask.example' };
    const { headers } = await register({ ...test.core, settings }, 'https@example.com');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-kauke_device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-kauke_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('hold HSTS for the names below ours where that is set', async () => {
    const settings = { ...test.core.settings, publicUrl: 'https://mask.example' };
    const wide = await startTestApi({ ...test.core, settings }, { hstsSubdomains: true });
    const { headers } = await createVisitor(wide).send('GET', '/api/config');
    await wide.stop();
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it('are extended along with the session, once a day', async () => {
    const visitor = createVisitor(api);
    await visitor.send('POST', '/api/auth/register', { email: 'slide@example.com', password: 'correct horse' });
    expect((await visitor.send('GET', '/api/auth/session')).headers.getSetCookie()).toEqual([]);
    test.advance(24 * 3_600_000);
    expect((await visitor.send('GET', '/api/auth/session')).headers.getSetCookie()).toHaveLength(1);
    expect((await visitor.send('GET', '/api/auth/session')).headers.getSetCookie()).toEqual([]);
  });

  it('end 30 days after the last use, and 180 days after the sign-in however much they are used', async () => {
    const [idle, busy] = [createVisitor(api), createVisitor(api)];
    for (const [index, visitor] of [idle, busy].entries()) {
      const account = { email: `ends-${index}@example.com`, password: 'correct horse' };
      await visitor.send('POST', '/api/auth/register', account);
    }
    const isSignedIn = async (visitor: Visitor): Promise<boolean> => {
      const { body } = await visitor.send('GET', '/api/auth/session');
      return (body as { user: unknown }).user !== null;
    };
    for (let day = 10; day < 180; day += 10) {
      test.advance(10 * 24 * 3_600_000);
      expect(await isSignedIn(busy), `day ${day}`).toBe(true);
      if (day === 30) expect(await isSignedIn(idle)).toBe(false);
    }
    test.advance(10 * 24 * 3_600_000);
    expect(await isSignedIn(busy)).toBe(false);
  });
});

describe('health', () => {
  it('is told by process and by readiness', async () => {
    expect(await send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await send('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready', database: true, listeners: true, storing: true },
    });
    const readiness = () => Promise.resolve({ ready: false, database: false, listeners: true, storing: false });
    const own = await startTestApi(test.core, { readiness });
    expect(await createVisitor(own).send('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { status: 'not ready', database: false, listeners: true, storing: false },
    });
    await own.stop();
  });
});
