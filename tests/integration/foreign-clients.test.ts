import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewApiKeyResponse } from '#contract/account.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, tokenOf, type TestCore } from '#support/core.ts';
import { mobileStart } from '#support/foreign-clients/addy-app.ts';
import { extensionAliases, extensionSignIn } from '#support/foreign-clients/addy-extension.ts';
import { ownerPassword as password, type ForeignCall } from '#support/foreign-clients/foreign-call.ts';
import { passwordManagers } from '#support/foreign-clients/password-managers.ts';

/**
 * The requests of programs that were written for other services, as they send them, against a running server: method,
 * path, headers and body from their own code. Checked is what they read of the answer.
 */

let test: TestCore;
let api: TestApi;
/** What earlier calls of the table left, by name. */
const known: Record<string, string> = {};

async function signUp(email: string): Promise<Visitor & { readonly id: string }> {
  const visitor = createVisitor(api);
  const { body } = await visitor.send('POST', '/api/auth/register', { email, password });
  return { ...visitor, id: (body as { user: { id: string } }).user.id };
}

async function makeKey(visitor: Visitor): Promise<string> {
  const { body } = await visitor.send('POST', '/api/api-keys', { name: 'Client' });
  return (body as NewApiKeyResponse).apiKey.key;
}

async function confirm(visitor: Visitor, email: string): Promise<void> {
  const token = tokenOf(test.mails.findLast(({ recipient }) => recipient === email));
  expect((await visitor.send('POST', '/api/targets/confirm', { token })).status).toBe(200);
}

async function turnSecondFactorOn(visitor: Visitor): Promise<TOTP> {
  const { body } = await visitor.send('POST', '/api/account/second-factor');
  const app = new TOTP({ secret: Secret.fromBase32((body as { secret: string }).secret) });
  const code = app.generate({ timestamp: test.core.clock.now() });
  expect((await visitor.send('POST', '/api/account/second-factor/enable', { code })).status).toBe(200);
  return app;
}

beforeAll(async () => {
  test = await createTestCore();
  api = await startTestApi(test.core);
  const ann = await signUp('ann@home.example');
  await confirm(ann, 'ann@home.example');
  known['key'] = await makeKey(ann);
  const careful = await signUp('careful@home.example');
  const app = await turnSecondFactorOn(careful);
  // Each code works once.
  test.advance(60_000);
  known['code'] = app.generate({ timestamp: test.core.clock.now() });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

function fill(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
}

function read(body: unknown, place: string): string {
  const found = place.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body);
  if (typeof found !== 'string') throw new Error(`No text at ${place} of ${JSON.stringify(body)}`);
  return found;
}

async function send(call: ForeignCall) {
  const headers = Object.fromEntries(
    Object.entries(call.headers ?? {}).map(([name, value]) => [name, fill(value)] as const),
  );
  const body = call.body === undefined ? undefined : fill(JSON.stringify(call.body));
  return createVisitor(api).send(call.method, fill(call.path), body, headers);
}

async function check(call: ForeignCall): Promise<void> {
  const answer = await send(call);
  expect(answer, `${JSON.stringify(answer.body)}`).toMatchObject({ status: call.status });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  if (call.answer === null) expect(answer.body).toBe('');
  else call.answer.parse(answer.body);
  for (const [name, place] of Object.entries(call.keep ?? {})) known[name] = read(answer.body, place);
}

it.each(passwordManagers)('a password manager: $title', check);
it.each(extensionSignIn)('the addy.io extension $title', check);
it.each(extensionAliases)('the addy.io extension $title', check);

it('a restored alias has the address and the id it had', () => {
  expect(known['restoredEmail']).toBe(known['email']);
  expect(known['restored']).toBe(known['alias']);
});

it.each(mobileStart)('the addy.io app $title', check);

it('a browser at any site may ask first what it may send', async () => {
  for (const path of [
    '/api/v1/aliases',
    '//api/v1/aliases',
    '/api/alias/random/new',
    '/api/auth/login',
    '/api/auth/mfa',
  ]) {
    const preflight = {
      origin: 'https://vault.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,authentication,content-type,x-requested-with',
    };
    const { status, headers } = await createVisitor(api).send('OPTIONS', path, undefined, preflight);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(/, */) ?? [];
    for (const name of preflight['access-control-request-headers'].split(',')) expect(allowed).toContain(name);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
  }
});
