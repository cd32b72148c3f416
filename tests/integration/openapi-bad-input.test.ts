import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiMethods } from '#api/documentation/api-document.ts';
import { errorResponseSchema, simpleLoginErrorSchema } from '#contract/answers.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { fillPath, listOperations, parametersIn, type ListedOperation } from '#support/api-operations.ts';
import { bodyFor, parameterFor } from '#support/bad-input.ts';
import { createTestCore, dayMs, type TestCore } from '#support/core.ts';
import { withGenerousLimits } from '#support/generous-limits.ts';
import { bearer, makeApiKey } from '#support/key-owner.ts';
import { nameOperator, usePasskey } from '#support/make-operator.ts';

/** Requests made from the OpenAPI document itself, so that no route can be forgotten. */

let test: TestCore;
let api: TestApi;
let operations: ListedOperation[];
let serial = 0;

const password = 'correct horse';

interface Person extends Visitor {
  readonly ids: readonly string[];
  /** That opens whatever keys open. */
  readonly key: string;
}

/** Somebody whom an operation lets in, as an operator where it is theirs. */
async function register(operation?: ListedOperation): Promise<Person> {
  serial += 1;
  const visitor = createVisitor(api);
  const email = `person-${serial}@home.example`;
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password });
  const { user } = body as { user: { id: string } };
  const wish = { alias: `own-${serial}`, domain: 'kauke.test', forwardTo: email };
  const created = await visitor.send('POST', `/api/aliases/${user.id}`, wish);
  const { alias } = created.body as { alias: { id: string; targets: { id: string }[] } };
  const credential = await visitor.send('POST', '/api/smtp-credentials', { aliasId: alias.id });
  const { id } = (credential.body as { credential: { id: string } }).credential;
  if (operation !== undefined && isOperators(operation)) {
    await usePasskey({ visitor });
    await nameOperator(test, { userId: user.id });
  }
  const { key } = await makeApiKey(visitor, { scope: 'all' });
  return { ...visitor, key, ids: [user.id, alias.id, id, ...alias.targets.map((target) => target.id)] };
}

/** By the key where an operation takes nothing else, beside the cookie. */
function headersFor({ security }: ListedOperation, { key }: Person): Record<string, string> {
  return security.length > 0 && security.every((way) => 'apiKey' in way) ? bearer(key) : {};
}

function isOperators({ path }: ListedOperation): boolean {
  return path.startsWith('/api/operator/');
}

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(withGenerousLimits(test.core));
  operations = await listOperations(api);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function nameOf({ method, path }: ListedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** What nobody who is not signed in is told; to them there is nothing for operators. */
function refusalOf(operation: ListedOperation): object {
  const status = isOperators(operation) ? 404 : 401;
  return { status, body: { code: status === 404 ? 'not_found' : 'not_signed_in' } };
}

/** Whatever was asked: an answer of ours, without a word about the inside. */
function expectSound(asked: string, { status, body, headers }: Answer, { tags, path }: ListedOperation): void {
  expect(status, `${asked}`).toBeLessThan(500);
  expect(JSON.stringify(body), `${asked}`).not.toMatch(
    / {4}at |node_modules|\.ts:\d|SELECT |insert into|kysely|ZodError/u,
  );
  if (status < 400) return;
  expect(headers.get('content-type'), `${asked}`).toMatch(/^application\/json/);
  // The apps of SimpleLogin open accounts by the same call, and read why not in "error".
  const ours = path === '/api/auth/register' ? errorResponseSchema.extend({ error: z.string() }) : errorResponseSchema;
  const schema = tags.includes('Clients of SimpleLogin') ? simpleLoginErrorSchema : ours;
  // Programs of models read what JSON-RPC calls an error.
  const told = z.union([schema.strict(), ...(path === '/api/mcp' ? [rpcErrorSchema] : [])]);
  expect(() => told.parse(body), `${asked}`).not.toThrow();
}

const rpcErrorSchema = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.strictObject({ code: z.number(), message: z.string() }),
});

async function isSignedIn(person: Person): Promise<boolean> {
  const { user } = (await person.send('GET', '/api/auth/session')).body as { user: unknown };
  return user !== null;
}

function requestFor(operation: ListedOperation, ids: readonly string[]) {
  const valuesOf = (place: 'path' | 'query') =>
    fc.record(
      Object.fromEntries(parametersIn(operation, place).map(({ name, schema }) => [name, parameterFor(schema, ids)])),
      ...(place === 'query' ? [{ requiredKeys: [] }] : []),
    );
  return fc.record({
    path: valuesOf('path'),
    query: valuesOf('query'),
    body: operation.body === null ? fc.constant(undefined) : bodyFor(operation.body, ids),
  });
}

/** Whoever asks is nobody there, or may not come in. */
function isAtTheDoor({ status, body }: Answer): boolean {
  const { code } = body as { readonly code?: unknown };
  return status === 401 || code === 'scope_required' || code === 'session_required';
}

/** Each has its own time. */
const parts = [0, 1, 2, 3];
/** Of a route, where nobody tries long. */
const drawsEach = 4;

describe('whatever is sent to any route', () => {
  const seen: number[] = [];
  /** That nobody was ever let into. */
  const closed = new Set<string>();

  const expectAnswers = async (part: number, numRuns: number): Promise<void> => {
    const stranger = await register();
    /** Of whom nothing has been changed. */
    let untouched: Person | null = null;
    for (const operation of operations.filter((_, index) => index % parts.length === part)) {
      let person: Person = untouched === null || isOperators(operation) ? await register(operation) : untouched;
      let isTouched = isOperators(operation);
      let refused = 0;
      const ids = [...person.ids, ...stranger.ids, randomUUID()];
      await fc.assert(
        fc.asyncProperty(requestFor(operation, ids), async ({ path, query, body }) => {
          const search = new URLSearchParams(query as Record<string, string>).toString();
          const url = `${fillPath(operation.path, path as Record<string, string>)}${search === '' ? '' : `?${search}`}`;
          const answer = await person.send(operation.method.toUpperCase(), url, body, headersFor(operation, person));
          seen.push(answer.status);
          if (isAtTheDoor(answer)) refused += 1;
          expectSound(`${nameOf(operation)} ${url} ${JSON.stringify(body)}`, answer, operation);
          // A refusal changes nothing; whatever was done may have ended the session.
          if (answer.status >= 400 || operation.method === 'get') return;
          isTouched = true;
          if (!(await isSignedIn(person))) person = await register(operation);
        }),
        { numRuns, seed: 7 },
      );
      if (refused === numRuns) closed.add(nameOf(operation));
      untouched = isTouched ? null : person;
    }
    expect(test.logLines.filter((line) => line.includes('request_failed'))).toEqual([]);
  };

  it.each(parts)('is answered without a fault of ours and without a word about the inside (part %i)', (part) =>
    expectAnswers(part, drawsEach),
  );

  it.each(parts)('is answered so however long one tries (part %i)', { tags: 'proof' }, (part) =>
    expectAnswers(part, 40),
  );

  it('is not all stopped at the door', () => {
    expect(seen.length).toBeGreaterThan(operations.length * drawsEach - 1);
    expect([...closed]).toEqual([]);
    expect(seen.filter((status) => status < 300).length).toBeGreaterThan(seen.length / 8);
  });
});

describe('every route', () => {
  const anyBody = (operation: ListedOperation): unknown => (operation.body === null ? undefined : {});
  const anyPath = ({ path }: ListedOperation): string => path.replace(/\{\w+\}/gu, () => randomUUID());

  it('that needs a session refuses nobody, a forged cookie and a session that is over', async () => {
    const person = await register();
    const guarded = operations.filter(({ security }) => security.length > 0);
    expect(guarded.length).toBeGreaterThan(5);
    const cookies = [{}, { cookie: 'kauke_session=forged' }, { cookie: `kauke_session=${'A'.repeat(43)}` }];
    for (const operation of guarded) {
      for (const headers of cookies) {
        const answer = await createVisitor(api).send(
          operation.method.toUpperCase(),
          anyPath(operation),
          anyBody(operation),
          headers,
        );
        expect(answer, `${nameOf(operation)}`).toMatchObject(refusalOf(operation));
      }
    }
    for (const operation of operations.filter((known) => !guarded.includes(known))) {
      const answer = await createVisitor(api).send(operation.method.toUpperCase(), anyPath(operation));
      expect(answer.body, `${nameOf(operation)} is open`).not.toMatchObject({ code: 'not_signed_in' });
    }
    test.advance(31 * dayMs);
    for (const operation of guarded) {
      const answer = await person.send(operation.method.toUpperCase(), anyPath(operation), anyBody(operation));
      expect(answer, `${nameOf(operation)}`).toMatchObject(refusalOf(operation));
    }
  });

  it('that changes something refuses forms of other sites', async () => {
    const person = await register();
    // It reads no cookie: what it opens, it opens for what its body holds, and a form has no such body.
    const withoutCookies = '/api/pairings/key';
    const form = await person.send('POST', withoutCookies, 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form).toMatchObject({ status: 415 });
    for (const operation of operations.filter(({ method, path }) => method !== 'get' && path !== withoutCookies)) {
      const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await person.send(operation.method.toUpperCase(), anyPath(operation), 'a=b', headers);
      expect(answer, `${nameOf(operation)}`).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    }
  });

  it('that takes a body takes only JSON', async () => {
    const person = await register();
    for (const operation of operations.filter(({ body }) => body !== null)) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json']) {
        const headers = { 'content-type': type };
        const answer = await person.send(operation.method.toUpperCase(), anyPath(operation), '{}', headers);
        expect(answer, `${nameOf(operation)}`).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
      }
    }
  });

  it('is logged by its pattern, without ids, and with nothing but method, status, duration and request id', async () => {
    for (const operation of operations) {
      const method = operation.method.toUpperCase();
      await createVisitor(api).send(method, `${anyPath(operation)}?secret=1`, anyBody(operation));
      const { route, ...rest } = JSON.parse(test.logLines.at(-1) ?? '') as Record<string, unknown>;
      expect(route).toBe(operation.path.replace(/\{(\w+)\}/gu, ':$1'));
      expect(rest).toMatchObject({ event: 'request', method });
      expect(Object.keys(rest).toSorted()).toEqual([
        'durationMs',
        'event',
        'level',
        'method',
        'requestId',
        'status',
        'time',
      ]);
    }
  });

  it('names its methods to whoever uses another', async () => {
    const methods = Map.groupBy(operations, ({ path }) => path);
    for (const [path, list] of methods) {
      // A more general path may take what this one does not.
      const others = apiMethods.filter(
        (method) => !operations.some((known) => known.method === method && matches(known.path, path)),
      );
      for (const method of others) {
        const answer = await createVisitor(api).send(
          method.toUpperCase(),
          path.replace(/\{\w+\}/gu, () => randomUUID()),
        );
        expect(answer, `${method} ${path}`).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
        for (const known of list) expect(answer.headers.get('allow')).toContain(known.method.toUpperCase());
      }
    }
  });
});

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(path);
}
