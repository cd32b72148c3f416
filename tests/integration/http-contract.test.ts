import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVisitor, type Answer, type Visitor } from '#support/api.ts';
import { createTestPasskey, enterByPasskey, registerByPasskey } from '#support/authenticator.ts';
import { makePicture } from '#support/pictures.ts';
import { startService, type RunningService } from '#support/running-service.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';

/** Every call of the HTTP contract with the web app and its clients against the running program: each field and text, to the letter. */

let service: RunningService;
let visitor: Visitor;

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const email = 'ann@home.example';
const password = 'correct horse battery';
const fromPage = { 'sec-fetch-site': 'same-origin' };

beforeAll(async () => {
  service = await startService({ DELIVERY: 'preview' });
  visitor = createVisitor({ url: service.program.publicUrl });
});
afterAll(() => service.stop());

function expectAnswer(answer: Answer, status: number, body: unknown): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
}

function signedOut(): Visitor {
  return createVisitor({ url: service.program.publicUrl });
}

it('answers every call, each field and text to the letter', async () => {
  expectAnswer(await visitor.send('GET', '/api/auth/session'), 200, { user: null });

  const wallet = createTestWallet();
  const byWallet = signedOut();
  const walletUser = { id: uuid, email: null, walletAddress: wallet.address, authMethod: 'wallet', balance: '0.00' };
  expectAnswer(await proveWallet(byWallet, wallet), 200, { user: walletUser });
  expectAnswer(await byWallet.send('GET', '/api/auth/session'), 200, { user: walletUser });
  const bare = await signedOut().send('POST', '/api/auth/wallet', { walletAddress: wallet.address });
  expect(bare.status).toBe(400);
  const noAddress = await signedOut().send('POST', '/api/auth/wallet', {});
  expect(noAddress).toMatchObject({
    status: 400,
    body: { errors: { walletAddress: ['Wallet address is required'] } },
  });

  const user = { id: uuid, email, walletAddress: null, authMethod: 'email', balance: '0.00' };
  const registered = await visitor.send('POST', '/api/auth/register', { email, password }, fromPage);
  expectAnswer(registered, 201, { user });
  const { id } = (registered.body as { user: { id: string } }).user;
  // As a page asks. Programs read the reason in "error" as well: the apps of SimpleLogin send the same.
  const again = await signedOut().send('POST', '/api/auth/register', { email, password }, fromPage);
  expectAnswer(again, 409, { message: 'This email is already registered', code: 'email_taken' });
  const faulty = await signedOut().send('POST', '/api/auth/register', { email: 'ann', password: 'short' }, fromPage);
  expectAnswer(faulty, 400, {
    message: 'Please fix the errors shown below and try again.',
    code: 'invalid_input',
    errors: {
      email: ['Valid email address is required'],
      password: ['Password must be at least 8 characters'],
    },
  });

  expectAnswer(await signedOut().send('POST', '/api/auth/login', { email, password: 'wrong horse' }), 401, {
    message: 'Invalid email or password',
    code: 'wrong_credentials',
  });
  expect(await signedOut().send('POST', '/api/auth/login', { email })).toMatchObject({
    status: 400,
    body: { errors: { password: ['Password is required'] } },
  });
  const sameUser = { ...user, id };
  expectAnswer(await visitor.send('POST', '/api/auth/login', { email, password }), 200, { user: sameUser });
  expectAnswer(await visitor.send('GET', '/api/auth/session'), 200, { user: sameUser });
  expectAnswer(await visitor.send('POST', '/api/auth/logout'), 200, { message: 'Successfully logged out' });
  expectAnswer(await visitor.send('GET', '/api/auth/session'), 200, { user: null });
  expect((await visitor.send('GET', '/api/auth/google')).status).toBe(404);
  await visitor.send('POST', '/api/auth/login', { email, password });

  expectAnswer(await visitor.send('GET', '/api/domains'), 200, { domains: ['kauke.test', 'mask.test', 'veil.test'] });
  expectAnswer(await visitor.send('GET', '/api/stats'), 200, { stats: { totalUsers: 2, totalAliases: 0 } });

  await walkAliases(id);
  await walkCredentials(id);
  await walkHeld();

  expectAnswer(await visitor.send('GET', '/api/account-stats'), 200, {
    // The target that was taken away stays while the link in its confirmation mail works.
    stats: { aliases: 1, activeAliases: 1, targets: 2 },
  });
  expectAnswer(await visitor.send('DELETE', '/api/account'), 200, { message: 'Account deleted successfully' });
  expect(await visitor.send('DELETE', '/api/account')).toMatchObject({
    status: 401,
    body: { message: 'Please sign in to continue.', code: 'not_signed_in' },
  });
  expectAnswer(await visitor.send('GET', '/api/auth/session'), 200, { user: null });
});

async function walkHeld(): Promise<void> {
  const unknown = '/api/held/3f0c1a2b-0000-4000-8000-000000000000';
  const notFound = { message: 'Not found', code: 'not_found' };
  const none = { held: [], digest: false, refusals: [] };
  expectAnswer(await visitor.send('GET', '/api/held'), 200, { ...none, holdDays: null });
  expectAnswer(await visitor.send('PATCH', '/api/account', { holdDays: 15 }), 400, {
    message: 'Please fix the errors shown below and try again.',
    code: 'invalid_input',
    errors: { holdDays: ['Messages can be held for 0 to 14 days'] },
  });
  const held = { match: '@Example.com', action: 'hold', scope: 'account' };
  expectAnswer(await visitor.send('POST', '/api/sender-rules', held), 409, {
    message: 'Nothing is held in this account. Choose under Held mail for how long, then make the rule.',
    code: 'holding_off',
  });
  expect(await visitor.send('PATCH', '/api/account', { holdDays: 7 })).toMatchObject({
    status: 200,
    body: { message: 'Mail that would be refused is held for 7 days from now on', account: { holdDays: 7 } },
  });
  expectAnswer(await visitor.send('GET', '/api/held'), 200, { ...none, holdDays: 7 });
  expectAnswer(await visitor.send('POST', `${unknown}/release`, { allow: true }), 404, notFound);
  expectAnswer(await visitor.send('DELETE', unknown), 404, notFound);
  const senderRule = { ...held, match: '@example.com', id: uuid, evenIfRejected: false, active: true, createdAt: time };
  const made = await visitor.send('POST', '/api/sender-rules', held);
  expectAnswer(made, 201, { message: 'Rule saved', senderRule });
  expectAnswer(await visitor.send('GET', '/api/sender-rules'), 200, { senderRules: [senderRule] });
  const { id } = (made.body as { senderRule: { id: string } }).senderRule;
  expectAnswer(await visitor.send('DELETE', `/api/sender-rules/${id}`), 200, { message: 'Rule deleted' });
  expectAnswer(await visitor.send('DELETE', `/api/sender-rules/${id}`), 404, notFound);
}

async function walkAliases(userId: string): Promise<void> {
  const path = `/api/aliases/${userId}`;
  expectAnswer(await visitor.send('GET', path), 200, { aliases: [] });
  const target = { id: uuid, kind: 'email', value: email, state: 'pending', failingSince: null };
  const alias = {
    id: uuid,
    userId,
    alias: 'my-alias',
    domain: 'kauke.test',
    forwardTo: email,
    improvmxId: expect.any(String),
    providerState: 'live',
    active: true,
    notes: 'For shops',
    labels: [],
    expiresAt: null,
    maxMessages: null,
    messagesLeft: null,
    idleDays: null,
    ended: null,
    copyReplies: false,
    lastForwardTo: null,
    createdAt: time,
    targets: [target],
  };
  const wish = { alias: 'My-Alias', domain: 'kauke.test', forwardTo: email, notes: 'For shops' };
  const created = await visitor.send('POST', path, wish);
  expectAnswer(created, 201, { message: 'Your email alias has been created successfully', alias });
  const { id } = (created.body as { alias: { id: string } }).alias;
  expectAnswer(await visitor.send('GET', path), 200, { aliases: [{ ...alias, id }] });

  const faults = { alias: 'a b', domain: '', forwardTo: 'nobody', notes: 'x'.repeat(129) };
  expectAnswer(await visitor.send('POST', path, faults), 400, {
    message: 'Please fix the errors shown below and try again.',
    code: 'invalid_input',
    errors: {
      alias: ['Invalid alias format'],
      domain: ['Domain is required'],
      forwardTo: ['Please enter valid email addresses and/or webhook URLs (https://…) separated by commas'],
      notes: ['Notes must be 128 characters or less'],
    },
  });
  expect(await visitor.send('POST', path, { alias: '', forwardTo: ' , ' })).toMatchObject({
    status: 400,
    body: {
      errors: {
        alias: ['Alias is required'],
        domain: ['Domain is required'],
        forwardTo: ['At least one email address or webhook URL is required'],
      },
    },
  });
  const reserved = '"admin" is a reserved alias name. Please choose a different name.';
  expect(await visitor.send('POST', path, { ...wish, alias: 'admin' })).toMatchObject({
    status: 400,
    body: { message: reserved, code: 'alias_reserved' },
  });
  expect(await visitor.send('POST', path, wish)).toMatchObject({ status: 409, body: { code: 'alias_unavailable' } });

  const { alias: _name, ...rest } = wish;
  const generated = await visitor.send('POST', `${path}/generated`, { ...rest, generate: 'words' });
  const made = { ...alias, alias: expect.stringMatching(/^[a-z]+\.[a-z]+\d{4}$/) };
  expectAnswer(generated, 201, { message: 'Your email alias has been created successfully', alias: made });
  expect(await visitor.send('POST', `${path}/generated`, { ...wish, generate: 'song' })).toMatchObject({
    status: 400,
    body: {
      errors: { generate: ['Choose how the name is made: words, characters or uuid'], alias: ['Unknown field'] },
    },
  });
  const { id: madeId } = (generated.body as { alias: { id: string } }).alias;
  expect(await visitor.send('DELETE', `/api/aliases/${madeId}`)).toMatchObject({ status: 200 });

  const changed = { alias: 'my-alias', forwardTo: `${email}, other@home.example`, notes: 'For books' };
  const two = [target, { ...target, value: 'other@home.example' }];
  expectAnswer(await visitor.send('PUT', `/api/aliases/${id}`, changed), 200, {
    message: 'Alias updated',
    alias: { ...alias, ...changed, targets: two },
    undo: uuid,
  });
  expectAnswer(await visitor.send('PUT', `/api/aliases/${id}`, { alias: 'my-alias', forwardTo: email }), 200, {
    message: 'Alias updated',
    alias: { ...alias, notes: null },
    undo: uuid,
  });
  expect(await visitor.send('PUT', `/api/aliases/${id}`, {})).toMatchObject({
    status: 400,
    body: {
      errors: {
        body: ['At least one field (alias, forwardTo, active, notes, or lastForwardTo) must be provided'],
      },
    },
  });

  const paused = { ...alias, notes: null, active: false, forwardTo: 'null', lastForwardTo: email };
  expectAnswer(await visitor.send('PATCH', `/api/aliases/${id}/toggle`, { active: false }), 200, {
    message: 'Alias paused',
    alias: paused,
    undo: uuid,
  });
  expectAnswer(await visitor.send('PATCH', `/api/aliases/${id}/toggle`, { active: true }), 200, {
    message: 'Alias activated',
    alias: { ...alias, notes: null },
    undo: uuid,
  });

  const second = await visitor.send('POST', path, { ...wish, alias: 'another' });
  const secondId = (second.body as { alias: { id: string } }).alias.id;
  expectAnswer(await visitor.send('DELETE', `/api/aliases/${secondId}`), 200, { message: 'Alias deleted', undo: uuid });
  expect(await visitor.send('DELETE', `/api/aliases/${secondId}`)).toMatchObject({ status: 404 });
}

async function walkCredentials(userId: string): Promise<void> {
  const { body } = await visitor.send('GET', `/api/aliases/${userId}`);
  const aliasId = (body as { aliases: { id: string }[] }).aliases[0]?.id ?? '';
  const listPath = `/api/smtp-credentials/alias/${aliasId}`;
  expectAnswer(await visitor.send('GET', listPath), 200, { credentials: [] });
  expect(await visitor.send('POST', '/api/smtp-credentials', {})).toMatchObject({
    status: 400,
    body: { errors: { aliasId: ['Alias ID is required'] } },
  });
  const shown = { id: uuid, username: 'my-alias@kauke.test', aliasId, providerState: 'live', createdAt: time };
  const secret = expect.stringMatching(/^\S{24}$/);
  const created = await visitor.send('POST', '/api/smtp-credentials', { aliasId });
  expectAnswer(created, 201, { credential: { ...shown, password: secret } });
  const first = (created.body as { credential: { id: string; password: string } }).credential;
  expectAnswer(await visitor.send('GET', listPath), 200, { credentials: [{ ...shown, id: first.id }] });

  const path = `/api/smtp-credentials/${first.id}/alias/${aliasId}`;
  const renewed = await visitor.send('PATCH', `${path}/regenerate`);
  expectAnswer(renewed, 200, { credential: { ...shown, id: first.id, password: secret } });
  expect(renewed.body).not.toMatchObject({ credential: { password: first.password } });
  expect(await visitor.send('DELETE', path)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  expectAnswer(await visitor.send('GET', listPath), 200, { credentials: [] });
}

it('opens an account by passkey, each field and text to the letter', async () => {
  const person = signedOut();
  const passkey = createTestPasskey();
  const origin = service.program.publicUrl;
  const code: unknown = expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){4}$/);
  const user = { id: uuid, email: null, walletAddress: null, authMethod: 'passkey', balance: '0.00' };
  const opened = await registerByPasskey(person, passkey, { origin });
  expectAnswer(opened, 201, { user, recoveryCodes: Array.from({ length: 10 }, () => code) });
  expectAnswer(await enterByPasskey(signedOut(), passkey, { origin }), 200, { user });
  expectAnswer(await signedOut().send('POST', '/api/auth/passkey/recover', { code: 'none' }), 401, {
    message: 'This code is wrong or was already used.',
    code: 'wrong_code',
  });
  expectAnswer(await enterByPasskey(signedOut(), passkey), 401, {
    message: 'This passkey could not be used here. Please try again.',
    code: 'passkey_refused',
  });
  const listed = await person.send('GET', '/api/account/passkeys');
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expectAnswer(listed, 200, {
    passkeys: [{ id: uuid, name: 'Phone', synced: true, createdAt: time, lastUsedOn: day }],
  });
  const { passkeys } = listed.body as { passkeys: { id: string }[] };
  const path = `/api/account/passkeys/${passkeys[0]?.id ?? ''}`;
  expectAnswer(await person.send('PATCH', path, { name: 'Key' }), 200, { message: 'Passkey renamed' });
  expectAnswer(await person.send('DELETE', path), 409, {
    message: 'This is the only way into your account. Add another one first.',
    code: 'last_method',
  });
  const profile = { firstName: 'Ann', lastName: null, profileImageUrl: null };
  expectAnswer(await person.send('PUT', '/api/account/profile', profile), 200, { message: 'Profile saved' });
  const picture = makePicture().toString('base64');
  expectAnswer(await person.send('PUT', '/api/account/picture', { picture }), 200, { message: 'Picture saved' });
});
