import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { NewApiKey } from '#contract/account.ts';
import { apiKeyScopes, scopeOpens, type ApiKeyScope } from '#contract/api-keys.ts';
import { createVisitor, startTestApi, type Answer, type TestApi } from '#support/api.ts';
import { fillPath, listOperations, parametersIn, type ListedOperation } from '#support/api-operations.ts';
import { createTestCore, tokenOf, type TestCore } from '#support/core.ts';
import { bodiesOfOwn as bodies } from '#support/own-bodies.ts';
import { bearer, createKeyOwner, makeApiKey, ownerPassword as password, type KeyOwner } from '#support/key-owner.ts';

/** How far an API key reaches: walks the whole OpenAPI document. */

let test: TestCore;
let api: TestApi;
let operations: ListedOperation[];

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  operations = await listOperations(api);
});
beforeEach(() => test.advance(3_600_000));
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function nameOf({ method, path }: ListedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}
function takes(operation: ListedOperation, scheme: string): boolean {
  return operation.security.some((alternative) => scheme in alternative);
}

/** What a key needs for it. */
function scopeOf({ security }: ListedOperation): ApiKeyScope {
  const [scope] = security.flatMap(({ apiKey }) => apiKey ?? []);
  return z.enum(apiKeyScopes).parse(scope);
}

function idFor(operation: ListedOperation, name: string, person: KeyOwner): string {
  if (name === 'credentialId') return person.credentialId;
  if (name === 'aliasId') return person.aliasId;
  if (/\/(?:targets|recipients)\//.test(operation.path)) return person.targetId;
  const isOfAccount = operation.path === '/api/aliases/{id}' && /^(?:get|post)$/.test(operation.method);
  return isOfAccount || operation.path === '/api/aliases/{id}/generated' ? person.id : person.aliasId;
}

/** With the ids of `person`, whoever asks. */
function requestAbout(operation: ListedOperation, person: KeyOwner) {
  const names = parametersIn(operation, 'path').map(({ name }) => name);
  const values = Object.fromEntries(names.map((name) => [name, idFor(operation, name, person)]));
  const body = operation.body === null ? undefined : (bodies[nameOf(operation)]?.(person) ?? {});
  return [operation.method.toUpperCase(), fillPath(operation.path, values), body] as const;
}

/** All that others could have changed of somebody; when a key was last used is written behind its request. */
async function snapshot({ id, aliasId }: KeyOwner): Promise<unknown> {
  const { db } = test.core.database;
  const table = async (name: 'aliases' | 'targets' | 'sessions') =>
    db.selectFrom(name).selectAll().where('userId', '=', id).orderBy('id').execute();
  return {
    user: await db.selectFrom('users').selectAll().where('id', '=', id).execute(),
    rows: await Promise.all((['aliases', 'targets', 'sessions'] as const).map(table)),
    keys: await db
      .selectFrom('apiKeys')
      .select(['id', 'name', 'keyHash', 'expiresAt'])
      .where('userId', '=', id)
      .execute(),
    credentials: await db.selectFrom('smtpCredentials').selectAll().where('aliasId', '=', aliasId).execute(),
    links: await db.selectFrom('aliasTargets').selectAll().where('aliasId', '=', aliasId).execute(),
  };
}

/** Somebody with a key, and all that a request could be about as it was at first. */
interface WholeOwner {
  readonly person: KeyOwner;
  readonly apiKey: NewApiKey;
  readonly atFirst: string;
}

/** What requests are about: an account, a key, an alias, its inbox and its credential; not what else there came to be. */
async function partsOf({ id, aliasId, targetId, credentialId }: KeyOwner, apiKey: NewApiKey): Promise<string> {
  const { db } = test.core.database;
  const row = async (name: 'users' | 'aliases' | 'targets' | 'smtpCredentials', rowId: string) =>
    db.selectFrom(name).selectAll().where('id', '=', rowId).execute();
  return JSON.stringify([
    await row('users', id),
    await row('aliases', aliasId),
    await row('targets', targetId),
    await row('smtpCredentials', credentialId),
    await db.selectFrom('apiKeys').select(['keyHash', 'expiresAt']).where('id', '=', apiKey.id).execute(),
    await db.selectFrom('aliasTargets').selectAll().where('aliasId', '=', aliasId).execute(),
  ]);
}

async function makeWholeOwner(): Promise<WholeOwner> {
  const person = await createKeyOwner(api);
  const apiKey = await makeApiKey(person);
  return { person, apiKey, atFirst: await partsOf(person, apiKey) };
}

describe('a key', () => {
  it('opens its account, aliases, labels, targets, SMTP credentials, held mail, moves and domains, and what clients of other services call', () => {
    const opened = operations.filter((operation) => takes(operation, 'apiKey'));
    expect(opened.length).toBeGreaterThan(30);
    // Which refuses the end of an account by a key, in words that apps of addy.io show.
    for (const operation of opened) {
      expect(operation.path).toMatch(
        /^\/api\/(?:account$|aliases(?:\/|$)|labels(?:\/|$)|sites\/|targets(?:\/|$)|smtp-credentials|undo$|held$|moves(?:\/|$)|checklist(?:\/|$)|mcp$|v[1-5]\/|alias\/random\/new$|auth\/delete-account$|simplelogin\/|user_info$|setting(?:\/|$)|notifications$|logout$|contacts\/|mailboxes(?:\/|$)|custom_domains(?:\/|$))/,
      );
      if (operation.body !== null) expect(Object.keys(bodies)).toContain(nameOf(operation));
    }
  });

  it('opens with each scope what the document says, and is told else which scope it takes', async () => {
    const opened = operations.filter((operation) => takes(operation, 'apiKey'));
    const person = await createKeyOwner(api);
    const seen = new Map<ApiKeyScope, string[]>();
    for (const scope of apiKeyScopes) {
      await person.send('POST', '/api/auth/confirm', { password });
      const { key, ...made } = await makeApiKey(person, { name: scope, scope });
      expect(made.scope).toBe(scope);
      const names: string[] = [];
      for (const operation of opened) {
        test.advance(60_000);
        const needed = scopeOf(operation);
        // Nobody's ids, so that what a key may do leaves something for the next.
        const [method, path, body] = requestAbout(operation, {
          ...person,
          aliasId: randomUUID(),
          targetId: randomUUID(),
        });
        const answer = await createVisitor(api).send(method, path, body, bearer(key));
        if (scopeOpens(scope, needed)) {
          names.push(nameOf(operation));
          expect(answer.status, `${scope}: ${nameOf(operation)}`).not.toBe(403);
        } else {
          expect(answer, `${scope}: ${nameOf(operation)}`).toMatchObject({
            status: 403,
            body: { code: 'scope_required' },
          });
          // Clients of SimpleLogin read `error`.
          const { message, error = message } = answer.body as { message?: string; error?: string };
          expect(error, `${scope}: ${nameOf(operation)}`).toContain(`with the scope “${needed}”`);
        }
      }
      seen.set(scope, names);
    }
    expect(seen.get('create')).toEqual([
      'GET /api/v1/app-version',
      'GET /api/v1/api-token-details',
      'GET /api/v1/domain-options',
      'POST /api/v1/aliases',
      'POST /api/alias/random/new',
      'POST /api/v2/alias/custom/new',
      'POST /api/v3/alias/custom/new',
      'GET /api/v4/alias/options',
      'GET /api/v5/alias/options',
      // Ends nothing and reads nothing.
      'GET /api/logout',
      'GET /api/account',
      'POST /api/aliases/{id}',
      'POST /api/aliases/{id}/generated',
      'POST /api/sites/new-alias',
      'POST /api/mcp',
    ]);
    // What somebody does day by day, and nothing that sends mail elsewhere or deletes an alias.
    expect(seen.get('use')?.filter((name) => !seen.get('create')?.includes(name))).toEqual([
      'GET /api/aliases/{id}',
      'PATCH /api/aliases/{id}/toggle',
      'POST /api/aliases/{id}/contacts',
      'PATCH /api/aliases/{id}/contacts',
      'POST /api/sites/aliases',
      'PATCH /api/aliases/{id}/sites',
    ]);
    const isAboutCredentials = (name: string): boolean => name.includes('/api/smtp-credentials');
    expect(seen.get('all')).toEqual(opened.map(nameOf));
    expect(seen.get('aliases')).toEqual(opened.map(nameOf).filter((name) => !isAboutCredentials(name)));
  });

  it('does with its own account what a session does', async () => {
    let whole: WholeOwner | null = null;
    for (const operation of operations.filter((candidate) => takes(candidate, 'apiKey'))) {
      test.advance(3_600_000);
      // What changes something may leave nothing for the next.
      if (whole === null || (await partsOf(whole.person, whole.apiKey)) !== whole.atFirst)
        whole = await makeWholeOwner();
      const [method, path, body] = requestAbout(operation, whole.person);
      const byKey = await createVisitor(api).send(method, path, body, bearer(whole.apiKey.key));
      expect(byKey.status, `${nameOf(operation)} ${JSON.stringify(byKey.body)}`).not.toBe(401);
      expect(byKey.status, `${nameOf(operation)}`).not.toBe(403);
      expect(byKey.status, `${nameOf(operation)}`).toBeLessThan(500);
    }
    expect(test.logLines.filter((line) => line.includes('request_failed'))).toEqual([]);
  });

  it('never opens another account, and says the same of foreign and unknown ids', async () => {
    const victim = await createKeyOwner(api);
    const thief = await createKeyOwner(api);
    const { key } = await makeApiKey(thief);
    const before = await snapshot(victim);
    for (const operation of operations.filter((candidate) => takes(candidate, 'apiKey'))) {
      const [method, path, body] = requestAbout(operation, victim);
      const named = `${path} ${JSON.stringify(body ?? null)}`;
      const ids = [victim.id, victim.aliasId, victim.targetId, victim.credentialId].filter((id) => named.includes(id));
      if (ids.length === 0) continue;
      const others = ids.map((id) => [id, randomUUID()] as const);
      const swap = (text: string): string =>
        others.reduce((swapped, [id, other]) => swapped.replaceAll(id, other), text);
      test.advance(60_000);
      const foreign = await createVisitor(api).send(method, path, body, bearer(key));
      // A change of many says how many it changed, and a tool answers a model in words.
      const refused = nameOf(operation) === 'POST /api/mcp' ? { result: { isError: true } } : { changed: 0 };
      if (foreign.status === 200) expect(foreign.body, `${nameOf(operation)}`).toMatchObject(refused);
      else expect(foreign.status, `${nameOf(operation)}`).toBeGreaterThanOrEqual(400);
      const unknownBody = body === undefined ? undefined : swap(JSON.stringify(body));
      const unknown = await createVisitor(api).send(method, swap(path), unknownBody, bearer(key));
      const told: unknown = JSON.parse(swap(JSON.stringify(foreign.body)));
      expect({ status: foreign.status, body: told }, `${nameOf(operation)}`).toEqual({
        status: unknown.status,
        body: unknown.body,
      });
    }
    expect(await snapshot(victim)).toEqual(before);
  });

  it('opens nothing outside its list: all else that needs a session answers 403 and changes nothing', async () => {
    const person = await createKeyOwner(api);
    const { key } = await makeApiKey(person);
    const guarded = operations.filter((operation) => takes(operation, 'session') && !takes(operation, 'apiKey'));
    expect(guarded.length).toBeGreaterThan(15);
    const before = await snapshot(person);
    const message = 'An API key cannot do this. Please sign in on the website.';
    const refused = { status: 403, body: { code: 'session_required', message } };
    // There are no such routes but for operators.
    const unknown = { status: 404, body: { code: 'not_found' } };
    for (const operation of guarded) {
      test.advance(60_000);
      const [method, path, body] = requestAbout(operation, person);
      // With the cookie of a session, too: it is not read beside a key.
      const answer = await person.send(method, path, body, bearer(key));
      expect(answer, `${nameOf(operation)}`).toMatchObject(path.startsWith('/api/operator/') ? unknown : refused);
    }
    expect(await snapshot(person)).toEqual(before);
    expect((await person.send('GET', '/api/auth/session', undefined, bearer(key))).body).toEqual({ user: null });
  });

  it('confirms no inbox as its owner would within a session', async () => {
    const person = await createKeyOwner(api);
    const { key } = await makeApiKey(person);
    const token = tokenOf(test.mails.findLast(({ recipient }) => recipient === person.email));
    expect((await person.send('POST', '/api/targets/confirm', { token }, bearer(key))).status).toBe(200);
    expect(await person.send('GET', '/api/account')).toMatchObject({ body: { account: { emailVerified: false } } });
  });

  it('works from any site, which a session does not', async () => {
    const person = await createKeyOwner(api);
    const { key } = await makeApiKey(person);
    const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const toggle = (headers: Record<string, string>): Promise<Answer> =>
      person.send('PATCH', `/api/aliases/${person.aliasId}/toggle`, { active: false }, { ...elsewhere, ...headers });
    expect(await toggle({})).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    expect(await toggle(bearer(key))).toMatchObject({ status: 200 });
    const stillGuarded = await person.send('POST', '/api/auth/login', { email: person.email, password }, elsewhere);
    expect(stillGuarded).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  });

  it('may be asked for from any site exactly where it opens something', async () => {
    const preflight = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
    const signIns = new Set(['/api/domains', '/api/auth/login', '/api/auth/mfa', '/api/auth/logout']);
    // Calls of one path are asked for together; to erase for good, to watch and to pass on take a session beneath paths that keys open.
    const keyPaths = operations.filter((operation) => takes(operation, 'apiKey')).map(({ path }) => path);
    const beneath = ['/api/aliases/{id}/forget', '/api/aliases/{id}/trace', '/api/aliases/{id}/offer'];
    const openPaths = new Set([...keyPaths, ...signIns, ...beneath]);
    const linkPaths = new Set(['/api/targets/link', '/api/targets/confirm', '/api/targets/stop']);
    for (const operation of operations) {
      if (linkPaths.has(operation.path)) continue;
      const path = operation.path.replace(/\{\w+\}/gu, () => randomUUID());
      const { status, headers } = await createVisitor(api).send('OPTIONS', path, undefined, preflight);
      const open = openPaths.has(operation.path);
      expect(headers.get('access-control-allow-origin'), `${nameOf(operation)}`).toBe(open ? '*' : null);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      expect(status, `${nameOf(operation)}`).toBe(open ? 204 : 403);
    }
  });
});
