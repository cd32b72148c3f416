import { generateKey } from 'openpgp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { securityResponseSchema, type NewApiKeyResponse } from '#contract/account.ts';
import { sendNotices } from '#core/notices/send-notices.ts';
import { addTarget } from '#support/add-target.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
let api: TestApi;
beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

const password = 'correct horse';

async function register(email: string): Promise<{ readonly visitor: Visitor; readonly userId: string }> {
  test.advance(3_600_000);
  const visitor = createVisitor(api);
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password });
  return { visitor, userId: (body as { user: { id: string } }).user.id };
}

async function readSecurity(visitor: Visitor) {
  return securityResponseSchema.parse((await visitor.send('GET', '/api/account/security')).body).security;
}

it('an account is locked and unlocked by its owner, who proves it first', async () => {
  const { visitor } = await register('own@example.com');
  await visitor.send('POST', '/api/api-keys', { name: 'script' });
  expect(await readSecurity(visitor)).toMatchObject({
    events: [{ kind: 'key_made', name: 'script', scope: 'all' }],
    warnedInboxes: 0,
    lockedAt: null,
  });
  test.advance(1_000);
  expect(await visitor.send('POST', '/api/account/lock')).toMatchObject({ status: 200 });
  expect(await visitor.send('GET', '/api/account/security')).toMatchObject({ status: 401 });
  expect(await visitor.send('POST', '/api/auth/login', { email: 'own@example.com', password })).toMatchObject({
    status: 200,
  });
  expect((await readSecurity(visitor)).lockedAt).not.toBeNull();
  test.advance(11 * 60_000);
  expect(await visitor.send('POST', '/api/account/unlock')).toMatchObject({ body: { code: 'confirm_identity' } });
  await visitor.send('POST', '/api/auth/confirm', { password });
  expect(await visitor.send('POST', '/api/account/unlock')).toMatchObject({ status: 200 });
  const { events, lockedAt } = await readSecurity(visitor);
  expect(lockedAt).toBeNull();
  expect(events.map(({ kind }) => kind)).toEqual(['unlocked', 'locked', 'key_made']);
});

it('an owner hears which way the subject of encrypted mail was switched, by a client of addy.io as on the page', async () => {
  const { visitor, userId } = await register('keys@example.com');
  const address = 'box@keys.example';
  const id = await addTarget(test.core, { userId, target: address, confirmed: true });
  const date = new Date(test.core.clock.now() - 60_000);
  const { publicKey } = await generateKey({ userIDs: [{ email: address }], date });
  const { body } = await visitor.send('POST', '/api/api-keys', { name: 'addy' });
  const authorization = `Bearer ${(body as NewApiKeyResponse).apiKey.key}`;
  const client = createVisitor(api);
  const state = '/api/v1/protected-headers-recipients';
  const page = (hideSubject: boolean) => visitor.send('PUT', `/api/targets/${id}/key`, { publicKey, hideSubject });
  const steps: readonly (() => Promise<{ readonly status: number }>)[] = [
    () => page(false),
    () => client.send('POST', state, { id }, { authorization }),
    () => client.send('POST', state, { id }, { authorization }),
    () => client.send('DELETE', `${state}/${id}`, undefined, { authorization }),
    () => page(true),
    () => page(false),
  ];
  for (const step of steps) {
    test.advance(1_000);
    expect([200, 204]).toContain((await step()).status);
  }
  expect((await readSecurity(visitor)).events.map(({ kind }) => kind).toReversed()).toEqual([
    'key_made',
    'inbox_key_set',
    'inbox_subject_hidden',
    'inbox_subject_shown',
    'inbox_subject_hidden',
    'inbox_subject_shown',
  ]);
});

it('the link of a warning tells nothing but whether it is done, and locks without a session', async () => {
  const { visitor, userId } = await register('warned@example.com');
  await addTarget(test.core, { userId, target: 'box@example.org', confirmed: true });
  await visitor.send('POST', '/api/api-keys', { name: 'script' });
  test.advance(60_000);
  await sendNotices(test.core);
  const token = tokenOf(test.mails.findLast(({ recipient }) => recipient === 'box@example.org'));
  const stranger = createVisitor(api);
  const read = () => stranger.send('POST', '/api/auth/lock/link', { token });
  expect((await read()).body).toEqual({ link: { locked: false } });
  expect(await visitor.send('GET', '/api/account/security')).toMatchObject({ status: 200 });
  expect((await stranger.send('POST', '/api/auth/lock', { token })).body).toEqual({ message: 'Everything is locked' });
  expect((await read()).body).toEqual({ link: { locked: true } });
  expect(await visitor.send('GET', '/api/account/security')).toMatchObject({ status: 401 });
  const wrong = { token: 'x'.repeat(43) };
  for (const path of ['/api/auth/lock', '/api/auth/lock/link', '/api/auth/password/programs']) {
    expect(await stranger.send('POST', path, wrong)).toMatchObject({ status: 410, body: { code: 'link_unusable' } });
  }
});
