import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Visitor } from '#support/api.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import {
  killPrograms,
  signUpAt,
  startProgram,
  testPassword,
  visitProgram,
  type ProgramProcess,
} from '#support/program.ts';

const mebibyte = 1024 * 1024;

let dataDir: string;
let database: TestDatabase;
let program: ProgramProcess;
let ann: Visitor;
let mine: string;
let foreign: string;
let foreignAlias: string;

const newAlias = { alias: 'my-alias', domain: 'kauke.test', forwardTo: 'ann@home.example' };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-http-'));
  database = await createTestDatabase();
  const SECRET_KEY = randomBytes(32).toString('base64');
  program = await startProgram({ env: { DATABASE_URL: database.url, SECRET_KEY, DATA_DIR: dataDir } });
  const signedUp = await signUpAt(program, 'ann@home.example');
  const other = await signUpAt(program, 'bob@home.example');
  ann = signedUp.visitor;
  mine = `/api/aliases/${signedUp.userId}`;
  foreign = `/api/aliases/${other.userId}`;
  const made = await other.visitor.send('POST', foreign, { ...newAlias, alias: 'bobs' });
  foreignAlias = `/api/aliases/${(made.body as { alias: { id: string } }).alias.id}`;
});

afterAll(async () => {
  killPrograms();
  await program.ended;
  await database.drop();
  await rm(dataDir, { recursive: true });
});

/** A refusal is JSON with a message that a person can read. */
function refusal(status: number, code: string): object {
  return {
    status,
    body: expect.objectContaining({ code, message: expect.stringMatching(/^[A-Z][^{}]{4,}/u) }),
  };
}

function expectInvalid(answer: Answer, ...fields: string[]): void {
  expect(answer).toMatchObject(refusal(400, 'invalid_input'));
  const { errors } = answer.body as { errors: Record<string, string[]> };
  expect(Object.keys(errors).sort()).toEqual(fields.sort());
  for (const texts of Object.values(errors)) for (const text of texts) expect(text).toMatch(/^[A-Z]/u);
}

/** Sends octets as they are and reads until the server closes. */
async function exchange(octets: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(program.webUrl).port), '127.0.0.1');
  socket.write(octets);
  let answer = '';
  socket
    .on('error', () => {})
    .on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
  await once(socket, 'close');
  return answer;
}

/** A body that JSON texts cannot express. */
async function post(path: string, body: BodyInit, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(program.webUrl + path, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('the program refuses', () => {
  it.each([
    ['broken JSON', '{"email": "ann@home.example"'],
    ['a text that is no JSON', 'email=ann'],
    ['two values', '{}{}'],
    ['nesting that never ends', '['.repeat(100_000)],
    ['a lone quote', '"'],
  ])('%s', async (_, body) => {
    expect(await ann.send('POST', '/api/auth/login', body)).toMatchObject(refusal(400, 'malformed_json'));
  });

  it.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"x"'],
    ['deep nesting that ends', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('%s in place of an object', async (_, body) => {
    expectInvalid(await ann.send('POST', '/api/auth/login', body), 'body');
  });

  it('no body at all', async () => {
    expect((await ann.send('POST', '/api/auth/login')).status).toBe(400);
    expect((await ann.send('POST', mine)).status).toBe(400);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', ''])(
    'the content type "%s"',
    async (type) => {
      const body = new TextEncoder().encode(JSON.stringify({ email: 'ann@home.example', password: testPassword }));
      const answer = await post('/api/auth/login', body, type === '' ? {} : { 'content-type': type });
      expect(answer).toMatchObject(refusal(415, 'unsupported_media_type'));
    },
  );

  it('a body of 2 MB, announced or streamed', async () => {
    const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    const head =
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json';
    // Nothing of it has to come: what is said of it is enough.
    const announced = `Content-Length: ${2 * mebibyte}\r\n\r\n{"email":"a`;
    const streamed = `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(32)}0\r\n\r\n`;
    for (const body of [announced, streamed]) {
      const answer = await exchange(`${head}\r\n${body}`);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
      expect(answer).toContain('"code":"body_too_large"');
    }
  });

  it('unknown fields, also those that objects have by birth', async () => {
    const text = '{"email":"a@b.example","password":"12345678","admin":true,"__proto__":{"x":1},"constructor":1}';
    expectInvalid(await ann.send('POST', '/api/auth/register', text), '__proto__', 'admin', 'constructor');
    expectInvalid(await ann.send('POST', mine, { ...newAlias, userId: randomUUID() }), 'userId');
    const link = { token: 'x', purpose: 'confirm_target' };
    expectInvalid(await ann.send('POST', '/api/targets/confirm', link), 'purpose');
  });

  it('lists, numbers and objects in place of texts', async () => {
    for (const value of [['a@b.example'], 1, true, null, { $ne: '' }]) {
      expectInvalid(await ann.send('POST', '/api/auth/login', { email: value, password: value }), 'email', 'password');
      const alias = { alias: value, domain: value, forwardTo: value, notes: value };
      // Without notes, as programs may say it.
      const faulty = value === null ? ['alias', 'domain', 'forwardTo'] : ['alias', 'domain', 'forwardTo', 'notes'];
      expectInvalid(await ann.send('POST', mine, alias), ...faulty);
      expectInvalid(await ann.send('POST', '/api/targets/link', { token: value }), 'token');
    }
  });

  it.each(['\\u0000', '\\ud800', '\\udc00\\ud800'])('text with %s in it, in every field', async (octets) => {
    const bad = `ann${octets}`;
    for (const [path, fields] of [
      ['/api/auth/register', ['email', 'password']],
      ['/api/auth/login', ['email', 'password']],
      [mine, ['alias', 'domain', 'forwardTo', 'notes', octets]],
      ['/api/targets/confirm', ['token']],
    ] as const) {
      const good = { email: 'a@b.example', password: testPassword, ...newAlias, notes: 'x', token: 'x' };
      for (const field of fields) {
        const wanted = fields.map((name) => `"${name}":"${name === field ? bad : good[name as keyof typeof good]}"`);
        expect(await ann.send('POST', path, `{${wanted.join(',')}}`)).toMatchObject(refusal(400, 'invalid_input'));
      }
    }
  });

  it('very long values', async () => {
    const long = 'x'.repeat(250_000);
    const login = { email: `${long}@home.example`, password: long };
    expectInvalid(await ann.send('POST', '/api/auth/register', login), 'email', 'password');
    expectInvalid(await ann.send('POST', '/api/auth/login', login), 'password');
    const alias = { alias: long, domain: 'kauke.test', forwardTo: `${'a,'.repeat(100_000)}b`, notes: long };
    expectInvalid(await ann.send('POST', mine, alias), 'alias', 'forwardTo', 'notes');
    expectInvalid(await ann.send('POST', mine, { ...newAlias, domain: long }), 'domain');
    expectInvalid(await ann.send('POST', '/api/targets/confirm', { token: long }), 'token');
    const targets = Array.from({ length: 21 }, (_, index) => `box${index}@home.example`).join(',');
    expectInvalid(await ann.send('POST', mine, { ...newAlias, forwardTo: targets }), 'forwardTo');
  });

  it('what belongs to others, just like what does not exist', async () => {
    const notFound = refusal(404, 'not_found');
    const unknown = `/api/aliases/${randomUUID()}`;
    for (const path of [foreign, unknown, '/api/aliases/one', '/api/aliases/%00', '/api/aliases/%E0%A4%A']) {
      expect(await ann.send('GET', path)).toMatchObject(notFound);
      expect(await ann.send('POST', path, newAlias)).toMatchObject(notFound);
    }
    // A number is what clients of another service know an alias by, and takes a key.
    expect(await ann.send('GET', '/api/aliases/1')).toMatchObject({ status: 401 });
    for (const path of [foreignAlias, unknown, mine, '/api/aliases/x']) {
      expect(await ann.send('DELETE', path)).toMatchObject(notFound);
    }
    expect(await ann.send('GET', '/api/nothing')).toMatchObject(notFound);
    const nobody = visitProgram(program);
    for (const method of ['GET', 'DELETE']) {
      expect(await nobody.send(method, foreignAlias)).toMatchObject(refusal(401, 'not_signed_in'));
    }
    expect(await nobody.send('POST', mine, newAlias)).toMatchObject(refusal(401, 'not_signed_in'));
  });

  it.each([
    ['PUT', '/api/auth/login'],
    ['GET', '/api/auth/register'],
    ['DELETE', '/api/domains'],
    ['PATCH', '/api/auth/session'],
    ['OPTIONS', '/api/auth/register'],
  ])('%s %s', async (method, path) => {
    const answer = await ann.send(method, path);
    expect(answer).toMatchObject(refusal(405, 'method_not_allowed'));
    expect(answer.headers.get('allow')).not.toBeNull();
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an unknown origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('a post from %s', async (_, headers) => {
    const answer = await ann.send('POST', mine, newAlias, headers);
    expect(answer).toMatchObject(refusal(403, 'cross_site'));
    expect(answer.body).toMatchObject({ message: expect.stringContaining(program.webUrl) });
    expect(await ann.send('DELETE', foreignAlias, undefined, headers)).toMatchObject(refusal(403, 'cross_site'));
  });

  it('cookies and headers that make no sense', async () => {
    for (const cookie of [
      'kauke_session=%E0%A4%A',
      'kauke_session=%00',
      `kauke_session=${'x'.repeat(8_000)}`,
      '=;;=',
    ]) {
      const visitor = visitProgram(program);
      const signedOut = { status: 200, body: { user: null } };
      expect(await visitor.send('GET', '/api/auth/session', undefined, { cookie })).toMatchObject(signedOut);
      expect(await visitor.send('GET', mine, undefined, { cookie })).toMatchObject(refusal(401, 'not_signed_in'));
    }
  });
});

describe('the program goes on', () => {
  it.each([
    ['no HTTP', 'EHLO client.example\r\n\r\n', 400],
    ['no Host', 'GET /api/config HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a Host that is none', 'GET /api/config HTTP/1.1\r\nHost: a b/c?\r\nConnection: close\r\n\r\n', 400],
    ['a header of 20 kB', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
    ],
    ['what would echo it', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
    ['a path that leaves the folder', 'GET /../../package.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    [
      'a path that leaves it encoded',
      'GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      404,
    ],
  ])('after %s', async (_, octets, status) => {
    expect((await exchange(octets)).split(' ')[1]).toBe(String(status));
    expect(await ann.send('GET', '/readyz')).toMatchObject({ status: 200 });
  });

  it('after bodies that end too early', async () => {
    const head = `POST ${mine} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const socket = connect(Number(new URL(program.webUrl).port), '127.0.0.1');
    socket.end(`${head}Content-Length: 100\r\n\r\n{"alias":`);
    await once(
      socket.resume().on('error', () => {}),
      'close',
    );
    expect(await ann.send('POST', mine, newAlias)).toMatchObject({ status: 201 });
  });

  it('without a fault of ours or anything private in its log', async () => {
    expect(await program.stop()).toMatchObject({ code: 0 });
    const { stderr } = program.output();
    expect(stderr).toContain('"event":"request"');
    expect(stderr.split('\n').filter((line) => /"level":"error"|"status":5/u.test(line))).toEqual([]);
    for (const word of ['home.example', 'my-alias', '127.0.', mine, testPassword]) expect(stderr).not.toContain(word);
  });
});
