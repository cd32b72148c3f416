import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aliasesResponseSchema,
  changeAliasResponseSchema,
  createAliasResponseSchema,
  type Alias,
  credentialsResponseSchema,
  newCredentialResponseSchema,
} from '#contract/aliases.ts';
import { userResponseSchema } from '#contract/sign-in.ts';
import { targetsResponseSchema } from '#contract/targets.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;
let ann: Visitor & { id: string };
let bob: Visitor & { id: string };

async function register(email: string): Promise<Visitor & { id: string }> {
  const visitor = createVisitor(api);
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password: 'correct horse' });
  return { ...visitor, id: userResponseSchema.parse(body).user.id };
}
async function create(alias: string, forwardTo = 'box@example.org'): Promise<Alias> {
  const wish = { alias, domain: 'kauke.test', forwardTo, notes: 'notes' };
  const { body } = await ann.send('POST', `/api/aliases/${ann.id}`, wish);
  return createAliasResponseSchema.parse(body).alias;
}
const refused = { status: 404, body: { message: 'Not found', code: 'not_found' } };

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  ann = await register('ann@example.com');
  bob = await register('bob@example.com');
});
// Each test has a day of its own for the limits.
beforeEach(() => test.advance(24 * 3_600_000));
afterAll(async () => {
  await api.stop();
  await test.drop();
});

describe('a change of an alias over HTTP', () => {
  it('answers with the alias as it is now', async () => {
    const alias = await create('change-me');
    const answer = await ann.send('PUT', `/api/aliases/${alias.id}`, {
      alias: 'Changed',
      forwardTo: 'a@example.org,b@example.org',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Alias updated',
        alias: { alias: 'changed', forwardTo: 'a@example.org, b@example.org', notes: null },
      },
    });
    const { body } = await ann.send('GET', `/api/aliases/${ann.id}`);
    expect(aliasesResponseSchema.parse(body).aliases).toContainEqual(
      changeAliasResponseSchema.parse(answer.body).alias,
    );
  });

  it('pauses and activates in the words of the dashboard', async () => {
    const { id } = await create('switch');
    expect(await ann.send('PATCH', `/api/aliases/${id}/toggle`, { active: false })).toMatchObject({
      status: 200,
      body: {
        message: 'Alias paused',
        alias: { active: false, forwardTo: 'null', lastForwardTo: 'box@example.org' },
      },
    });
    expect(await ann.send('PATCH', `/api/aliases/${id}/toggle`, { active: true })).toMatchObject({
      status: 200,
      body: { message: 'Alias activated', alias: { active: true, forwardTo: 'box@example.org', lastForwardTo: null } },
    });
  });

  it('is refused in the words of the product', async () => {
    const { id } = await create('refuse-me');
    const put = (body: unknown) => ann.send('PUT', `/api/aliases/${id}`, body);
    const nothing = 'At least one field (alias, forwardTo, active, notes, or lastForwardTo) must be provided';
    expect(await put({})).toMatchObject({ status: 400, body: { message: nothing, errors: { body: [nothing] } } });
    const reserved = '"support" is a reserved alias name. Please choose a different name.';
    expect(await put({ alias: 'Support' })).toMatchObject({ status: 400, body: { message: reserved } });
    expect(await put({ forwardTo: 'null, a@example.org' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });

  it.each([
    ['a list for a text', { alias: ['x'] }],
    ['a text for a flag', { active: 'yes' }],
    ['a look-alike letter', { alias: 'pаypal' }],
    ['NUL in the name', { alias: 'a\0b' }],
    ['NUL in the notes', { notes: 'a\0b' }],
    ['half a character', { notes: '\ud800' }],
    ['a field it does not know', { alias: 'x', userId: randomUUID() }],
    ['another domain', { domain: 'mask.test' }],
    ['21 targets', { forwardTo: Array.from({ length: 21 }, (_, index) => `t${index}@example.org`).join(',') }],
    ['a bare list', []],
    ['nothing', null],
  ])('is refused with %s', async (_, body) => {
    const alias = await create(`bad${randomUUID().slice(0, 8)}`);
    expect(await ann.send('PUT', `/api/aliases/${alias.id}`, body)).toMatchObject({ status: 400 });
    expect(await ann.send('PATCH', `/api/aliases/${alias.id}/toggle`, body)).toMatchObject({ status: 400 });
    const { body: list } = await ann.send('GET', `/api/aliases/${ann.id}`);
    expect(aliasesResponseSchema.parse(list).aliases).toContainEqual(alias);
  });
});

describe('targets over HTTP', () => {
  it('are listed, asked again and removed', async () => {
    await create('with-two', 'ask@example.org,drop@example.org');
    const { body } = await ann.send('GET', '/api/targets');
    const { targets } = targetsResponseSchema.parse(body);
    const idOf = (value: string): string => targets.find((target) => target.value === value)?.id ?? '';
    const again = () => ann.send('POST', `/api/targets/${idOf('ask@example.org')}/confirmation`);
    expect(await again()).toMatchObject({ status: 200, body: { message: 'Confirmation mail sent' } });
    await again();
    expect(await again()).toMatchObject({
      status: 429,
      body: { rateLimited: true, resetTime: new Date(test.core.clock.now() + 24 * 3_600_000).toISOString() },
    });
    expect(await ann.send('DELETE', `/api/targets/${idOf('drop@example.org')}`)).toMatchObject({
      status: 200,
      body: { message: 'Target removed' },
    });
    expect(await ann.send('DELETE', `/api/targets/${idOf('ask@example.org')}`)).toMatchObject({
      status: 409,
      body: {
        code: 'target_in_use',
        message: 'This is the only target of with-two@kauke.test. Change or delete them first.',
      },
    });
  });
});

describe('SMTP credentials over HTTP', () => {
  it('are created, listed, regenerated and deleted', async () => {
    const { id: aliasId } = await create('sending');
    const list = async () =>
      credentialsResponseSchema.parse((await ann.send('GET', `/api/smtp-credentials/alias/${aliasId}`)).body)
        .credentials;
    expect(await list()).toEqual([]);
    const created = await ann.send('POST', '/api/smtp-credentials', { aliasId });
    expect(created.status).toBe(201);
    const { password, ...credential } = newCredentialResponseSchema.parse(created.body).credential;
    expect(credential).toMatchObject({ username: 'sending@kauke.test', aliasId });
    expect(await list()).toEqual([credential]);
    expect(await ann.send('POST', '/api/smtp-credentials', { aliasId })).toMatchObject({
      status: 409,
      body: { code: 'credential_exists' },
    });
    const path = `/api/smtp-credentials/${credential.id}/alias/${aliasId}`;
    const renewed = newCredentialResponseSchema.parse((await ann.send('PATCH', `${path}/regenerate`)).body).credential;
    expect(renewed).toEqual({ ...credential, password: renewed.password });
    expect(renewed.password).not.toBe(password);
    expect(await ann.send('DELETE', path)).toMatchObject({
      status: 200,
      body: { message: 'SMTP credentials deleted' },
    });
    expect(await list()).toEqual([]);
    expect(await ann.send('DELETE', path)).toMatchObject(refused);
  });

  it('need the id of an alias', async () => {
    for (const body of [{}, { aliasId: 7 }, { aliasId: 'x' }]) {
      expect(await ann.send('POST', '/api/smtp-credentials', body)).toMatchObject({
        status: 400,
        body: { errors: { aliasId: ['Alias ID is required'] } },
      });
    }
  });
});

describe('what belongs to one account', () => {
  it('is for every call of another the same as what does not exist', async () => {
    const alias = await create('annes-own');
    const created = await ann.send('POST', '/api/smtp-credentials', { aliasId: alias.id });
    const { credential } = newCredentialResponseSchema.parse(created.body);
    const targetId = alias.targets[0]?.id ?? '';
    const calls = (aliasId: string, target: string, credentialId: string): [string, string, unknown?][] => [
      ['PUT', `/api/aliases/${aliasId}`, { alias: 'stolen' }],
      ['PATCH', `/api/aliases/${aliasId}/toggle`, { active: false }],
      ['GET', `/api/aliases/${aliasId}/deliveries`],
      ['DELETE', `/api/aliases/${aliasId}`],
      ['POST', `/api/targets/${target}/confirmation`],
      ['DELETE', `/api/targets/${target}`],
      ['GET', `/api/smtp-credentials/alias/${aliasId}`],
      ['POST', '/api/smtp-credentials', { aliasId }],
      ['PATCH', `/api/smtp-credentials/${credentialId}/alias/${aliasId}/regenerate`],
      ['DELETE', `/api/smtp-credentials/${credentialId}/alias/${aliasId}`],
    ];
    const unknown = randomUUID();
    const all = [...calls(alias.id, targetId, credential.id), ...calls(unknown, unknown, unknown)];
    const guest = createVisitor(api);
    for (const [method, path, body] of all) {
      expect(await bob.send(method, path, body), `${method} ${path}`).toMatchObject(refused);
      expect(await guest.send(method, path, body), `${method} ${path}`).toMatchObject({ status: 401 });
    }
    const { body } = await ann.send('GET', `/api/aliases/${ann.id}`);
    expect(aliasesResponseSchema.parse(body).aliases).toContainEqual(alias);
  });
});
