import { EventEmitter, on } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { requestPasswordReset } from '#core/sign-in/passwords.ts';
import { userEmailHash } from '#core/user-row.ts';
import { weakPasswords } from '#messages/server/errors.ts';
import type { SystemMail } from '#core/system-mail.ts';
import { createVisitor, startTestApi, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
let core: AccountContext;
let api: TestApi;
const post = new EventEmitter();

beforeAll(async () => {
  test = await createTestCore();
  core = {
    ...test.core,
    mailer: {
      async send(mail) {
        await test.core.mailer.send(mail);
        post.emit('mail', mail);
      },
    },
  };
  api = await startTestApi(core);
});
beforeEach(() => test.advance(3_600_000));
afterAll(async () => {
  await api.stop();
  await test.drop();
});

const password = 'correct horse';
const newPassword = 'battery staple';

async function register(email: string): Promise<Visitor> {
  const visitor = createVisitor(api);
  expect(await visitor.send('POST', '/api/auth/register', { email, password })).toMatchObject({ status: 201 });
  return visitor;
}
function signIn(email: string, text: string) {
  return createVisitor(api).send('POST', '/api/auth/login', { email, password: text });
}
function mailTo(email: string): SystemMail | undefined {
  return test.mails.findLast((mail) => mail.recipient === email);
}
/** The visitor clicks the link of the mail that registration sent. */
async function verify(visitor: Visitor, email: string): Promise<void> {
  await visitor.send('POST', '/api/targets/confirm', { token: tokenOf(mailTo(email)) });
}
async function askForLink(email: string): Promise<string> {
  const mails = on(post, 'mail') as AsyncIterable<[SystemMail]>;
  await createVisitor(api).send('POST', '/api/auth/password/forgot', { email });
  for await (const [mail] of mails) if (mail.recipient === email.toLowerCase()) return tokenOf(mail);
  throw new Error('No mail came');
}
function reset(token: string, text = newPassword) {
  return createVisitor(api).send('POST', '/api/auth/password/reset', { token, password: text });
}
async function isSignedIn(visitor: Visitor): Promise<boolean> {
  const { body } = await visitor.send('GET', '/api/auth/session');
  return (body as { user: unknown }).user !== null;
}

describe('a forgotten password', () => {
  it('is replaced through the mailed link, which ends every session', async () => {
    const visitor = await register('forgot@example.com');
    await verify(visitor, 'forgot@example.com');
    const token = await askForLink('Forgot@example.com');
    expect(mailTo('forgot@example.com')?.text).toContain(`http://localhost:3000/reset#${token}`);
    expect(mailTo('forgot@example.com')?.text).not.toContain('never confirmed');
    expect(await reset(token)).toMatchObject({ status: 200, body: { message: 'Password changed. Please sign in.' } });
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await signIn('forgot@example.com', password)).toMatchObject({ status: 401 });
    expect(await signIn('forgot@example.com', newPassword)).toMatchObject({ status: 200 });
  });

  it('is asked for with one answer, whether the address has an account or not', async () => {
    await register('known@example.com');
    const answers = [];
    for (const email of ['known@example.com', 'unknown@example.com']) {
      answers.push(await createVisitor(api).send('POST', '/api/auth/password/forgot', { email }));
    }
    const [known, unknown] = answers;
    expect(known).toMatchObject({
      status: 200,
      body: { message: 'If that address has an account, a link is on its way.' },
    });
    expect(unknown?.status).toBe(200);
    expect(unknown?.body).toEqual(known?.body);
    expect([...(unknown?.headers.keys() ?? [])]).toEqual([...(known?.headers.keys() ?? [])]);
  });

  it('gets three mails an hour and unknown addresses none', async () => {
    await register('many@example.com');
    const before = test.mails.length;
    for (let turn = 0; turn < 5; turn += 1) await requestPasswordReset(core, 'many@example.com');
    await requestPasswordReset(core, 'nobody@example.com');
    expect(test.mails.length - before).toBe(3);
  });

  it('of two uses of one link at once one wins', async () => {
    const visitor = await register('twice@example.com');
    await verify(visitor, 'twice@example.com');
    const token = await askForLink('twice@example.com');
    const answers = await Promise.all([reset(token, 'first password'), reset(token, 'second password')]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 410]);
    const winner = answers[0]?.status === 200 ? 'first password' : 'second password';
    expect(await signIn('twice@example.com', winner)).toMatchObject({ status: 200 });
    expect(await reset(token)).toMatchObject({ status: 410, body: { code: 'link_unusable' } });
  });

  it('of two links at once one wins, too', async () => {
    const visitor = await register('links@example.com');
    await verify(visitor, 'links@example.com');
    const tokens = [await askForLink('links@example.com'), await askForLink('links@example.com')];
    const answers = await Promise.all(tokens.map((token) => reset(token)));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 410]);
  });

  it('has links of one hour that only their own purpose opens', async () => {
    await register('hour@example.com');
    expect(await reset(tokenOf(mailTo('hour@example.com')))).toMatchObject({ status: 410 });
    const token = await askForLink('hour@example.com');
    expect(await createVisitor(api).send('POST', '/api/targets/confirm', { token })).toMatchObject({ status: 410 });
    test.advance(3_600_000);
    expect(await reset(token)).toMatchObject({ status: 410 });
    expect(await reset('x')).toMatchObject({ status: 410 });
    expect(await reset('A'.repeat(43), 'short')).toMatchObject({
      status: 400,
      body: { errors: { password: ['Password must be at least 8 characters'] } },
    });
  });

  it('begins a new, verified account where the address was never proved', async () => {
    const squatter = await register('victim@example.com');
    const { body } = await squatter.send('GET', '/api/auth/session');
    const { id } = (body as { user: { id: string } }).user;
    const alias = { alias: 'planted', domain: 'kauke.test', forwardTo: 'squatter@example.net' };
    expect(await squatter.send('POST', `/api/aliases/${id}`, alias)).toMatchObject({ status: 201 });
    const token = await askForLink('victim@example.com');
    expect(mailTo('victim@example.com')?.text).toContain('never confirmed');
    expect(await reset(token)).toMatchObject({ status: 200 });
    expect(await isSignedIn(squatter)).toBe(false);
    expect(await signIn('victim@example.com', password)).toMatchObject({ status: 401 });
    const owner = createVisitor(api);
    await owner.send('POST', '/api/auth/login', { email: 'victim@example.com', password: newPassword });
    const account = await owner.send('GET', '/api/account');
    expect(account.body).toMatchObject({ account: { emailVerified: true, hasPassword: true } });
    const own = (account.body as { account: { id: string } }).account.id;
    expect(own).not.toBe(id);
    expect(await owner.send('GET', `/api/aliases/${own}`)).toMatchObject({ body: { aliases: [] } });
  });
});

describe('a password', () => {
  const change = (visitor: Visitor, currentPassword: string) =>
    visitor.send('POST', '/api/auth/password/change', { currentPassword, newPassword });

  it('is changed by who knows it, which ends all other sessions and rotates this one', async () => {
    const visitor = await register('change@example.com');
    const other = createVisitor(api);
    await other.send('POST', '/api/auth/login', { email: 'change@example.com', password });
    const token = await askForLink('change@example.com');
    const changed = await change(visitor, password);
    expect(changed).toMatchObject({ status: 200, body: { message: 'Password changed' } });
    expect(changed.headers.getSetCookie()[0]).toContain('kauke_session=');
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect(await signIn('change@example.com', password)).toMatchObject({ status: 401 });
    expect(await signIn('change@example.com', newPassword)).toMatchObject({ status: 200 });
    expect(await reset(token)).toMatchObject({ status: 410 });
  });

  it('is not changed by a wrong one, and the tries are limited', async () => {
    const visitor = await register('wrong@example.com');
    expect(await change(visitor, 'wrong horse')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: { currentPassword: ['This is not your current password'] } },
    });
    const answers = [];
    for (let turn = 0; turn < 20; turn += 1) answers.push((await change(visitor, 'wrong horse')).status);
    expect(answers.at(-1)).toBe(429);
    expect(await signIn('wrong@example.com', password)).toMatchObject({ status: 200 });
  });

  it('is changed once when two changes come at once', async () => {
    const visitor = await register('race@example.com');
    const answers = await Promise.all([change(visitor, password), change(visitor, password)]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('is asked for with a session', async () => {
    expect(await change(createVisitor(api), password)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  });
});

describe('a password that is guessed first', () => {
  const refusal = (field: string, text: string) => ({
    status: 400,
    body: { code: 'invalid_input', errors: { [field]: [text] } },
  });

  it('is refused beside its field, wherever one is set', async () => {
    const email = 'magpie@example.com';
    const account = { email, password: 'magpie2026' };
    const own = refusal('password', weakPasswords.own);
    expect(await createVisitor(api).send('POST', '/api/auth/register', account)).toMatchObject(own);
    const visitor = await register(email);
    await verify(visitor, email);
    const change = { currentPassword: password, newPassword: 'Password1' };
    const common = refusal('newPassword', weakPasswords.common);
    expect(await visitor.send('POST', '/api/auth/password/change', change)).toMatchObject(common);
    const token = await askForLink(email);
    expect(await reset(token, 'magpie.example')).toMatchObject(own);
    expect(await reset(token, 'qwertyuiop')).toMatchObject(refusal('password', weakPasswords.regular));
    // The link still works.
    expect(await reset(token)).toMatchObject({ status: 200 });
  });

  it('still signs in where it was set before', async () => {
    await register('early@example.com');
    const passwordHash = await core.passwords.hash('password', {});
    const emailHash = userEmailHash(core.keys, 'early@example.com');
    await core.database.db.updateTable('users').set({ passwordHash }).where('emailHash', '=', emailHash).execute();
    expect(await signIn('early@example.com', 'password')).toMatchObject({ status: 200 });
  });
});
