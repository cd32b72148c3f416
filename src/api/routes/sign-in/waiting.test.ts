import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionResponseSchema, userResponseSchema } from '#contract/sign-in.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { decideAccount } from '#core/operator/act-on-account.ts';
import { findAccount, listWaitingAccounts } from '#core/operator/find-account.ts';
import { sendNotices } from '#core/notices/send-notices.ts';
import { makeInvitation } from '#core/registration/invitations.ts';
import { tellOfRegistrations } from '#core/registration/registration-mails.ts';
import { createOperatorTools } from '#main/operator-tools.ts';
import { createVisitor, noNetwork, startTestApi, type Answer, type TestApi, type Visitor } from '#support/api.ts';
import { createTestCore, dayMs, tokenOf, type TestCore } from '#support/core.ts';
import { testPassword as password } from '#support/use-api.ts';
import { createTestWallet, proveWallet } from '#support/wallet.ts';

const operatorEmail = 'operator@inbox.example';
let test: TestCore;
let api: TestApi;
beforeAll(async () => {
  test = await createTestCore({ registration: 'approve', operatorEmail });
  api = await startTestApi(test.core);
});
beforeEach(() => test.advance(3_600_000));
afterAll(async () => {
  await api.stop();
  await test.drop();
});

const waits = { status: 403, body: { code: 'account_waiting' } };

interface Newcomer {
  readonly visitor: Visitor;
  readonly userId: string;
  readonly answer: Answer;
}

async function open(email: string, more = {}): Promise<Newcomer> {
  const visitor = createVisitor(api);
  const answer = await visitor.send('POST', '/api/auth/register', { email, password, ...more });
  return { visitor, userId: userResponseSchema.parse(answer.body).user.id, answer };
}
async function waitingSince(visitor: Visitor): Promise<string | undefined> {
  return sessionResponseSchema.parse((await visitor.send('GET', '/api/auth/session')).body).user?.waitingSince;
}
function operator() {
  return { ...test.core, ...createOperatorTools(test.core, noNetwork) };
}
/** As the operator's command does it. */
async function decide(name: string, decision: 'approved' | 'refused'): Promise<void> {
  const { id: account } = await findAccount(operator(), 'command', name);
  await decideAccount(operator(), { by: 'command', account }, decision);
}
const notFound = { code: 'not_found' };
async function tell(): Promise<void> {
  await tellOfRegistrations(test.core);
  await sendNotices(test.core);
}
function mailsTo(recipient: string): string[] {
  return test.mails.filter((mail) => mail.recipient === recipient).map(({ subject }) => subject);
}
function makeAlias({ visitor, userId }: Newcomer, alias: string): Promise<Answer> {
  return visitor.send('POST', `/api/aliases/${userId}`, { alias, domain: 'kauke.test', forwardTo: 'me@example.com' });
}
/** Proves the mailbox by the link that was mailed there. */
async function prove(email: string, visitor: Visitor): Promise<void> {
  const token = tokenOf(test.mails.find(({ recipient, text }) => recipient === email && text.includes('/confirm#')));
  expect(await visitor.send('POST', '/api/targets/confirm', { token })).toMatchObject({ status: 200 });
}

describe('an account that waits for the operator', () => {
  it('changes nothing, reads what it has, and can go', async () => {
    const newcomer = await open('newcomer@example.com');
    const { visitor, userId, answer } = newcomer;
    const since = new Date(test.core.clock.now()).toISOString();
    expect(answer).toMatchObject({ status: 201, body: { user: { waitingSince: since } } });
    expect(await makeAlias(newcomer, 'early')).toMatchObject(waits);
    for (const [method, path, body] of [
      ['POST', '/api/api-keys', { name: 'program' }],
      ['PATCH', '/api/account', { binDays: 1 }],
      ['POST', '/api/account/import', { csv: 'alias,domain\na,kauke.test', domain: 'kauke.test', dryRun: true }],
      ['POST', '/api/auth/password/change', { currentPassword: password, newPassword: 'another horse entirely' }],
      ['POST', '/api/account/second-factor', undefined],
      ['POST', '/api/undo', { undo: userId }],
    ] as const)
      expect(await visitor.send(method, path, body)).toMatchObject(waits);
    for (const path of ['/api/account', '/api/targets', `/api/aliases/${userId}`, '/api/account/export'])
      expect(await visitor.send('GET', path)).toMatchObject({ status: 200 });
    expect(await visitor.send('DELETE', '/api/account/sessions')).toMatchObject({ status: 200 });
    expect(await visitor.send('DELETE', '/api/account')).toMatchObject({ status: 200 });
  });

  it('gets no alias from the rules themselves, and no key for a program', async () => {
    const { userId } = await open('inside@example.com');
    const wish = { alias: 'inside', domain: 'kauke.test', forwardTo: 'me@example.com' };
    const made = createAlias(test.core, wish, { ownerId: userId, askerId: userId, ip: '192.0.2.1' });
    await expect(made).rejects.toMatchObject({ code: 'alias_unavailable' });
    const rows = await test.core.database.db.selectFrom('aliases').select('id').where('userId', '=', userId).execute();
    expect(rows).toEqual([]);
    const signIn = { username: 'inside@example.com', password, device_name: 'phone' };
    expect(await createVisitor(api).send('POST', '/api/auth/login', signIn)).toMatchObject({ status: 403 });
  });

  it('does what others do once it is approved by its email, and is told where its mailbox is proven', async () => {
    const email = 'approved@example.com';
    const newcomer = await open(email);
    await prove(email, newcomer.visitor);
    await decide('Approved@Example.com', 'approved');
    await expect(decide(email, 'approved')).rejects.toMatchObject(notFound);
    expect(await waitingSince(newcomer.visitor)).toBeUndefined();
    expect(await makeAlias(newcomer, 'approved')).toMatchObject({ status: 201 });
    await tell();
    await tell();
    expect(mailsTo(email).filter((subject) => subject === 'Your account is ready')).toHaveLength(1);
  });

  it('is erased once it is refused, and told so by nobody where its mailbox is not proven', async () => {
    const refused = await open('refused@example.com');
    const unproven = await open('unproven@example.com');
    await prove('refused@example.com', refused.visitor);
    for (const { userId } of [refused, unproven]) await decide(userId.slice(0, 8), 'refused');
    expect(await makeAlias(refused, 'refused')).toMatchObject(waits);
    await tell();
    expect(mailsTo('refused@example.com')).toContain('Your account was not approved');
    expect(mailsTo('unproven@example.com')).toEqual(['Confirm this inbox']);
    for (const { visitor } of [refused, unproven])
      expect(await visitor.send('GET', '/api/account')).toMatchObject({ status: 401 });
  });

  it('waits on in the place of whoever registered its address without proof', async () => {
    const email = 'anew@example.com';
    await open(email);
    await createVisitor(api).send('POST', '/api/auth/password/forgot', { email });
    await expect.poll(() => mailsTo(email)).toContain('Choose a new password');
    const token = tokenOf(test.mails.findLast((mail) => mail.recipient === email));
    const visitor = createVisitor(api);
    const reset = { token, password: 'another horse entirely' };
    expect(await visitor.send('POST', '/api/auth/password/reset', reset)).toMatchObject({ status: 200 });
    await visitor.send('POST', '/api/auth/login', { email, password: reset.password });
    expect(await waitingSince(visitor)).toBeDefined();
  });

  it('does not wait where somebody invited it, and waits where the invitation is over', async () => {
    const made = await makeInvitation(test.core, 'command', { days: 1, uses: 1 });
    const invitation = made.token;
    const invited = await open('invited@example.com', { invitation });
    expect(await waitingSince(invited.visitor)).toBeUndefined();
    const late = await open('late@example.com', { invitation });
    expect(await waitingSince(late.visitor)).toBeDefined();
    const wallet = createVisitor(api);
    await proveWallet(wallet, createTestWallet());
    expect(await waitingSince(wallet)).toBeDefined();
  });
});

describe('the operator', () => {
  it('hears of those who wait once a day, of all in one mail, which names nobody', async () => {
    await tell();
    test.advance(dayMs);
    await tell();
    const told = mailsTo(operatorEmail).length;
    await open('one@example.com');
    await open('two@example.com');
    test.advance(dayMs);
    await tell();
    await open('three@example.com');
    await tell();
    expect(mailsTo(operatorEmail)).toHaveLength(told + 1);
    test.advance(dayMs);
    await tell();
    test.advance(dayMs);
    await tell();
    expect(mailsTo(operatorEmail)).toHaveLength(told + 2);
    const { length } = await listWaitingAccounts(operator(), 'command');
    expect(mailsTo(operatorEmail).at(-1)).toBe(`${length} accounts wait for you`);
    expect(test.mails.filter(({ recipient, text }) => recipient === operatorEmail && text.includes('@'))).toEqual([]);
  });

  it('hears of a flood of newcomers, too, and once', async () => {
    const { db, pool } = test.core.database;
    await pool.query(`insert into users (id, auth_method, waiting_since, created_at, updated_at)
      select gen_random_uuid(), 'wallet', now(), now(), now() from generate_series(1, 70000)`);
    test.advance(dayMs);
    await tell();
    expect(mailsTo(operatorEmail).at(-1)).toMatch(/^70\d{3} accounts wait for you$/);
    const untold = db
      .selectFrom('users')
      .select('id')
      .where('waitingSince', 'is not', null)
      .where('waitingTold', '=', false);
    expect(await untold.execute()).toEqual([]);
    // Without asking each table that names accounts 70,000 times: nothing there is theirs.
    await pool.query(`begin; set local session_replication_role = replica;
      delete from users where auth_method = 'wallet'; commit`);
  });

  it.each(['', 'a', '%%%%%%%%', 'nobody@example.com', '00000000', 'DROP TABLE users'])(
    'decides about nobody by the name "%s"',
    async (name) => {
      await expect(decide(name, 'refused')).rejects.toMatchObject(notFound);
    },
  );
});
