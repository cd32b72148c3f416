import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formsOf } from '#support/database-search.ts';
import { createVisitor, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { fillPath, listOperations, parametersIn, type ListedOperation } from '#support/api-operations.ts';
import { createTestCore, type TestCore } from '#support/core.ts';
import { withGenerousLimits } from '#support/generous-limits.ts';

/** Walks the whole OpenAPI document as one account with the ids of another. */

interface Person extends Visitor {
  readonly id: string;
  /** Of all that it has: account, aliases, targets, credentials, sessions. */
  readonly ids: readonly string[];
  /** What nobody else may ever be told. */
  readonly secrets: readonly string[];
}

let test: TestCore;
let api: TestApi;
let operations: ListedOperation[];
let ann: Person;
let bob: Person;

const password = 'correct horse';

/** Bodies that are accepted where the ids are one's own; ids of another person are put in as well. */
const bodies: Readonly<Record<string, (foreignId: string) => unknown>> = {
  'POST /api/aliases/{id}': () => ({ alias: 'planted', domain: 'kauke.test', forwardTo: 'evil@thief.example' }),
  'PUT /api/aliases/{id}': () => ({ alias: 'stolen', forwardTo: 'evil@thief.example', notes: 'taken' }),
  'PATCH /api/aliases/{id}/toggle': () => ({ active: false }),
  'PATCH /api/aliases/{id}/settings': () => ({ transparent: true }),
  'POST /api/aliases/{id}/contacts': () => ({ address: 'friend@thief.example' }),
  'PATCH /api/aliases/{id}/contacts': () => ({ address: 'friend@thief.example', blocked: true }),
  'PATCH /api/targets/{id}': () => ({ spfReplies: true }),
  'POST /api/smtp-credentials': (aliasId) => ({ aliasId }),
};

function nameOf({ method, path }: ListedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

async function createPerson(name: string): Promise<Person> {
  const visitor = createVisitor(api);
  const email = `${name}@home.example`;
  const { user } = (await visitor.send('POST', '/api/auth/register', { email, password })).body as {
    user: { id: string };
  };
  const wish = { alias: `${name}-alias`, domain: 'kauke.test', forwardTo: `${name}.box@office.example` };
  const created = await visitor.send('POST', `/api/aliases/${user.id}`, { ...wish, notes: `${name} writes here` });
  const { alias } = created.body as { alias: { id: string; targets: { id: string }[] } };
  const made = await visitor.send('POST', '/api/smtp-credentials', { aliasId: alias.id });
  const { credential } = made.body as { credential: { id: string } };
  const listed = await visitor.send('GET', '/api/account/sessions');
  const { sessions } = listed.body as { sessions: { id: string }[] };
  const ids = [user.id, alias.id, credential.id, ...[...alias.targets, ...sessions].map(({ id }) => id)];
  expect(ids).toHaveLength(5);
  return {
    ...visitor,
    id: user.id,
    ids,
    secrets: [...ids, email, wish.forwardTo, `${wish.alias}@`, `${name} writes here`],
  };
}

/** All that is stored about a person, but for what merely counts its own requests. */
async function snapshot({ id }: Person): Promise<unknown> {
  const { db } = test.core.database;
  const tables = ['users', 'sessions', 'targets', 'aliases', 'oneTimeLinks', 'recoveryCodes'] as const;
  const owned = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .selectAll()
        .where(table === 'users' ? 'id' : sql.ref('user_id'), '=', id)
        .execute(),
    ),
  );
  const credentials = await db
    .selectFrom('smtpCredentials')
    .innerJoin('aliases', 'aliases.id', 'smtpCredentials.aliasId')
    .selectAll('smtpCredentials')
    .where('userId', '=', id)
    .execute();
  const links = await db
    .selectFrom('aliasTargets')
    .innerJoin('aliases', 'aliases.id', 'aliasTargets.aliasId')
    .selectAll('aliasTargets')
    .where('userId', '=', id)
    .execute();
  return { owned, credentials, links, tombstones: await db.selectFrom('tombstones').selectAll().execute() };
}

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(withGenerousLimits(test.core));
  // What keys alone open has a test of its own.
  operations = (await listOperations(api)).filter(
    ({ security }) => security.length === 0 || security.some((alternative) => 'session' in alternative),
  );
  [ann, bob] = [await createPerson('ann'), await createPerson('bob')];
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function idNames(operation: ListedOperation): string[] {
  return parametersIn(operation, 'path')
    .filter(({ schema }) => schema.format === 'uuid')
    .map(({ name }) => name);
}

function combine(names: readonly string[], ids: readonly string[]): Record<string, string>[] {
  const [name, ...rest] = names;
  if (name === undefined) return [{}];
  return combine(rest, ids).flatMap((values) => ids.map((id) => ({ ...values, [name]: id })));
}

function expectNothingOf(other: Person, asked: string, { body }: Answer, sent: readonly string[]): void {
  const text = JSON.stringify(body).toLowerCase();
  for (const secret of other.secrets.filter((known) => !sent.includes(known))) {
    for (const form of formsOf(secret))
      expect(text.includes(form.toLowerCase()), `${asked} tells ${secret}`).toBe(false);
  }
}

function send(asker: Visitor, operation: ListedOperation, values: Record<string, string>, foreignId: string) {
  const body = operation.body === null ? undefined : (bodies[nameOf(operation)]?.(foreignId) ?? {});
  return asker.send(operation.method.toUpperCase(), fillPath(operation.path, values), body);
}

/** As `asker`, with ids of which at least one belongs to `other`. */
async function tryForeignIds(asker: Person, other: Person): Promise<void> {
  for (const operation of operations) {
    const names = idNames(operation);
    if (names.length === 0) continue;
    if (operation.body !== null) expect(Object.keys(bodies), 'bodies of this test').toContain(nameOf(operation));
    const unknown = await send(asker, operation, Object.fromEntries(names.map((name) => [name, randomUUID()])), '');
    const tried = combine(names, names.length === 1 ? other.ids : [...other.ids, ...asker.ids]).filter((values) =>
      Object.values(values).some((id) => other.ids.includes(id)),
    );
    for (const values of tried) {
      const asked = `${nameOf(operation)} ${JSON.stringify(values)}`;
      const answer = await send(asker, operation, values, '');
      expect({ status: answer.status, body: answer.body }, `${asked}`).toEqual({
        status: 404,
        body: { message: 'Not found', code: 'not_found' },
      });
      expect({ status: unknown.status, body: unknown.body }, `${asked}`).toEqual({ status: 404, body: answer.body });
    }
  }
}

/** As `asker`, every call that names nobody, with foreign ids in its body where it takes one. */
async function tryCallsWithoutIds(asker: Person, other: Person): Promise<void> {
  const isLast = ({ method, path }: ListedOperation): boolean => method === 'delete' && path === '/api/account';
  const calls = operations.filter((operation) => idNames(operation).length === 0);
  for (const operation of [...calls.filter((call) => !isLast(call)), ...calls.filter(isLast)]) {
    const values = Object.fromEntries(
      parametersIn(operation, 'path').map(({ name, schema }) => [name, schema.enum?.map(String)[0] ?? '']),
    );
    for (const foreignId of nameOf(operation) in bodies ? other.ids : ['']) {
      const answer = await send(asker, operation, values, foreignId);
      expect(answer.status, `${nameOf(operation)}`).toBeLessThan(500);
      expectNothingOf(other, nameOf(operation), answer, [foreignId]);
      if (operation.path === '/api/smtp-credentials') expect(answer.status).toBe(404);
      // Some calls end the session: the next one needs it again.
      await asker.send('POST', '/api/auth/login', { email: asker.secrets[5], password });
    }
  }
}

it('keeps each account from reading, changing and deleting anything of the other, by any call', async () => {
  for (const [asker, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const before = await snapshot(other);
    await tryForeignIds(asker, other);
    expect(await snapshot(other)).toEqual(before);
  }
  const before = await snapshot(bob);
  await tryCallsWithoutIds(ann, bob);
  expect(await snapshot(bob)).toEqual({ ...(before as object), tombstones: expect.any(Array) });
  expect(await bob.send('GET', `/api/aliases/${bob.id}`)).toMatchObject({
    status: 200,
    body: { aliases: [{ alias: 'bob-alias' }] },
  });
}, 60_000);
