import { base58 } from '@scure/base';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEmailAddress } from '#contract/email-address.ts';
import { signInWithGoogle } from '#core/sign-in/google-method.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, tokenOf, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';

let test: TestCore;
let api: TestApi;

const ip = '198.51.100.77';
const password = 'a horse of another colour';

beforeAll(async () => {
  test = await createTestCore({ insecureWebhooks: true });
  api = await startTestApi(test.core, { trustedProxies: ['127.0.0.1'] });
});
afterAll(async () => {
  await api.stop();
  await test.drop();
});

async function read<Body>(visitor: Visitor, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await visitor.send(method, path, body, { 'x-forwarded-for': ip });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body as Body;
}

async function createAlias(visitor: Visitor, alias: string, forwardTo: string): Promise<string> {
  const { user } = await read<{ user: { id: string } }>(visitor, 'GET', '/api/auth/session');
  const wish = { alias, domain: 'kauke.test', forwardTo };
  const made = await read<{ alias: { id: string } }>(visitor, 'POST', `/api/aliases/${user.id}`, wish);
  return made.alias.id;
}

/** An account by email with all that one can have; what must not be found of it. */
async function populateByEmail(): Promise<(string | Buffer)[]> {
  const visitor = createVisitor(api);
  const email = 'Ann.Private@Home.Example';
  const forwardTo = 'ann.inbox@office.example, Ąžuolas@miškas.example';
  // Nothing listens there.
  const webhook = 'http://127.0.0.1:9/secret-path';
  await read(visitor, 'POST', '/api/auth/register', { email, password });
  const aliasId = await createAlias(visitor, 'shop', forwardTo);
  await createAlias(visitor, 'hook', webhook);
  const { targets } = await read<{ targets: { id: string; value: string }[] }>(visitor, 'GET', '/api/targets');
  const hookId = targets.find(({ value }) => value === webhook)?.id ?? '';
  const secretOf = async (method: string): Promise<string> =>
    (await read<{ webhook: { secret: string } }>(visitor, method, `/api/targets/${hookId}/secret`)).webhook.secret;
  // The former one signs beside the new one.
  const hookSecrets = [await secretOf('GET'), await secretOf('POST')];
  const { credential } = await read<{ credential: { password: string } }>(visitor, 'POST', '/api/smtp-credentials', {
    aliasId,
  });
  const started = await read<{ secret: string }>(visitor, 'POST', '/api/account/second-factor');
  const secret = Secret.fromBase32(started.secret);
  const code = new TOTP({ secret }).generate({ timestamp: test.core.clock.now() });
  const { recoveryCodes } = await read<{ recoveryCodes: string[] }>(
    visitor,
    'POST',
    '/api/account/second-factor/enable',
    { code },
  );
  await read(createVisitor(api), 'POST', '/api/auth/password/forgot', { email });
  const links = test.mails.map(tokenOf).filter((token) => token !== '');
  expect(links.length).toBeGreaterThan(2);
  return [
    'ann.private@home.example',
    'ann.private',
    'home.example',
    'ann.inbox@office.example',
    'office.example',
    'ąžuolas',
    'miškas',
    'xn--mikas-r3a',
    webhook,
    'secret-path',
    ...hookSecrets.flatMap((text) => [text, Buffer.from(text.slice('whsec_'.length), 'base64')]),
    password,
    credential.password,
    started.secret,
    Buffer.from(secret.bytes),
    ...recoveryCodes,
    ...links,
  ];
}

/** What its owner writes down about an alias, and about mail to names that are none. */
async function populateByWords(): Promise<string[]> {
  const visitor = createVisitor(api);
  await read(visitor, 'POST', '/api/auth/register', { email: 'lina@casa.example', password });
  const aliasId = await createAlias(visitor, 'diary', 'lina@casa.example');
  await read(visitor, 'PUT', `/api/aliases/${aliasId}`, { notes: 'Therapist on Mondays', labels: ['Divorce papers'] });
  await read(visitor, 'POST', '/api/labels', { name: 'Unused tag' });
  await read(visitor, 'POST', `/api/aliases/${aliasId}/contacts`, { address: 'lawyer@justice.example' });
  for (const scope of ['account', { aliasId }]) {
    for (const match of ['stalker@creep.example', '@creep.example', 'list:gossip.creep.example']) {
      await read(visitor, 'POST', '/api/sender-rules', { scope, match, action: 'block' });
    }
  }
  const claim = { name: 'lina.example' };
  const { domain } = await read<{ domain: { id: string } }>(visitor, 'POST', '/api/account/domains', claim);
  const make = { action: 'make', forwardTo: 'hideout@refuge.example', labels: ['Escape plans'] };
  const rules = [
    { ...make, pattern: 'clinic-visits-*', kind: 'glob' },
    { pattern: '(court|judge)-[0-9]+', kind: 'regex', action: 'refuse' },
  ];
  await read(visitor, 'PUT', `/api/account/domains/${domain.id}/rules`, { rules });
  await read(visitor, 'PATCH', `/api/account/domains/${domain.id}`, {
    defaultForwardTo: 'cellar@refuge.example',
    fromName: 'Lina Petrauskaite',
    description: 'For the lawyers',
  });
  await read(visitor, 'PATCH', `/api/aliases/${aliasId}/settings`, { fromName: 'Doctor Lina' });
  return [
    'casa.example',
    'Therapist',
    'on Mondays',
    'Divorce papers',
    'Unused tag',
    'lawyer@justice',
    'justice.example',
    'stalker@creep',
    'creep.example',
    'gossip.creep',
    'clinic-visits',
    'court|judge',
    'refuge.example',
    'Escape plans',
    'Petrauskaite',
    'For the lawyers',
    'Doctor Lina',
  ];
}

async function populateByWallet(): Promise<(string | Buffer)[]> {
  const visitor = createVisitor(api);
  const wallet = createTestWallet();
  expect(await proveWallet(visitor, wallet)).toMatchObject({ status: 200 });
  await createAlias(visitor, 'coins', 'wallet.owner@chain.example');
  // One challenge more, which nobody answers.
  const { challenge } = await read<{ challenge: { nonce: string } }>(visitor, 'POST', '/api/auth/wallet/challenge', {});
  const address = Buffer.from(base58.decode(wallet.address));
  return [wallet.address, address, 'wallet.owner', 'chain.example', challenge.nonce];
}

async function populateByGoogle(): Promise<(string | Buffer)[]> {
  const subject = '108234567890123456789';
  const email = parseEmailAddress('gerda.person@mail.example');
  const device = 'Gerdafox on Gerdix';
  if (email === null) throw new Error('no address');
  const { token } = await signInWithGoogle(
    test.core,
    { identity: { subject, email, profile: {} }, invitation: undefined },
    { ip, sessionToken: null, device },
  );
  return [subject, 'gerda.person@mail.example', 'gerda.person', device, token, Buffer.from(token, 'base64url')];
}

it('the database names no email, wallet, Google account, target, webhook, address, word or secret of anybody', async () => {
  const secrets = [
    ...(await populateByEmail()),
    ...(await populateByWords()),
    ...(await populateByWallet()),
    ...(await populateByGoogle()),
  ];
  const { database } = test.core;
  expect(await searchDatabase(database, [...secrets, ip, '127.0.0.1'])).toEqual([]);
  // The search does find what is meant to be there.
  expect(await searchDatabase(database, ['shop', 'kauke.test', 'sign_in', 'diary', 'lina.example'])).toHaveLength(5);
  const { count } = await database.db
    .selectFrom('users')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe('4');
});
