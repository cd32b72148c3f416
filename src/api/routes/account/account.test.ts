import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sessionsResponseSchema, type Session } from '#contract/account.ts';
import { createAliasResponseSchema, type Alias } from '#contract/aliases.ts';
import { userResponseSchema } from '#contract/sign-in.ts';
import { removeEndedAccounts } from '#core/accounts/remove-ended-accounts.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { dayMs, tokenOf } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { testPassword as password, useApi } from '#support/use-api.ts';

const test = useApi();

async function enter(step: 'register' | 'login', email: string): Promise<{ visitor: Visitor; userId: string }> {
  const visitor = createVisitor(test);
  const { body } = await visitor.send('POST', `/api/auth/${step}`, { email, password });
  return { visitor, userId: userResponseSchema.parse(body).user.id };
}
async function sessionsOf(visitor: Visitor): Promise<Session[]> {
  const { body } = await visitor.send('GET', '/api/account/sessions');
  return sessionsResponseSchema.strict().parse(body).sessions;
}
async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.send('GET', '/api/account')).status === 200;
}
/** What housekeeping does when the seven days are over. */
async function eraseLeaving(): Promise<void> {
  test.advance(7 * dayMs);
  await removeEndedAccounts(test.core);
}
async function createAlias(visitor: Visitor, userId: string, alias: string, notes = ''): Promise<Alias> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'box@example.org', notes };
  const { body } = await visitor.send('POST', `/api/aliases/${userId}`, input);
  return createAliasResponseSchema.parse(body).alias;
}

describe('an account', () => {
  it('is shown to who is signed in', async () => {
    const { visitor, userId } = await enter('register', 'shown@example.com');
    const account = {
      id: userId,
      email: 'shown@example.com',
      emailVerified: false,
      walletAddress: null,
      google: false,
      authMethod: 'email',
      hasPassword: true,
      secondFactor: false,
      passkeyFactor: false,
      passkeys: 0,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      pictureUrl: null,
      recoveryCodesLeft: 0,
      defaultTargetId: null,
      defaultDomain: null,
      aliasFormat: null,
      endingFormat: 'words',
      senderFormat: 'at',
      binDays: 30,
      countMail: false,
      holdDays: null,
      heldMessages: 0,
      heldDigest: false,
      language: null,
      ownDomains: 0,
      createdAt: new Date(test.core.clock.now()).toISOString(),
      endsAt: new Date(test.core.clock.now() + 30 * 24 * 3_600_000).toISOString(),
    };
    expect(await visitor.send('GET', '/api/account')).toMatchObject({ status: 200, body: { account } });
    const token = tokenOf(test.mails.findLast((mail) => mail.recipient === 'shown@example.com'));
    await visitor.send('POST', '/api/targets/confirm', { token });
    expect((await visitor.send('GET', '/api/account')).body).toEqual({
      account: { ...account, emailVerified: true, endsAt: null },
    });
  });

  it.each([
    ['GET', '/api/account'],
    ['DELETE', '/api/account'],
    ['GET', '/api/account/sessions'],
    ['DELETE', '/api/account/sessions'],
    ['DELETE', `/api/account/sessions/${randomUUID()}`],
  ])('is nobody’s without a session: %s %s', async (method, path) => {
    expect(await createVisitor(test).send(method, path)).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    });
  });
});

describe('sessions', () => {
  it('are listed without their tokens, the present one marked, those that are over left out', async () => {
    const { visitor: old } = await enter('register', 'list@example.com');
    test.advance(29 * 86_400_000);
    const { visitor } = await enter('login', 'list@example.com');
    const now = new Date(test.core.clock.now()).toISOString();
    const listed = await sessionsOf(visitor);
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatchObject({ authMethod: 'email', createdAt: now, lastUsedAt: now, current: true });
    expect(listed[1]?.current).toBe(false);
    test.advance(2 * 86_400_000);
    expect(await sessionsOf(visitor)).toHaveLength(1);
    expect(await isSignedIn(old)).toBe(false);
  });

  it('end one by one', async () => {
    const { visitor: first } = await enter('register', 'one@example.com');
    const { visitor: second } = await enter('login', 'one@example.com');
    const other = (await sessionsOf(second)).find((session) => !session.current);
    const path = `/api/account/sessions/${other?.id}`;
    expect(await second.send('DELETE', path)).toMatchObject({ status: 200, body: { message: 'Session ended' } });
    expect(await isSignedIn(first)).toBe(false);
    expect(await second.send('DELETE', path)).toMatchObject({ status: 404 });
    const [own] = await sessionsOf(second);
    const ended = await second.send('DELETE', `/api/account/sessions/${own?.id}`);
    expect(ended.status).toBe(200);
    expect(ended.headers.getSetCookie()[0]).toContain('Max-Age=0');
    expect(await isSignedIn(second)).toBe(false);
  });

  it('of others cannot be ended', async () => {
    const { visitor: ann } = await enter('register', 'ann@example.com');
    const { visitor: bob } = await enter('register', 'bob@example.com');
    const [own] = await sessionsOf(ann);
    for (const id of [own?.id, randomUUID(), 'no-uuid']) {
      const answer = await bob.send('DELETE', `/api/account/sessions/${id}`);
      expect(answer).toMatchObject({ status: 404, body: { message: 'Not found', code: 'not_found' } });
    }
    expect(await isSignedIn(ann)).toBe(true);
  });

  it('end all but the present one', async () => {
    const { visitor: first } = await enter('register', 'all@example.com');
    const { visitor: second } = await enter('login', 'all@example.com');
    const { visitor: third } = await enter('login', 'all@example.com');
    expect(await second.send('DELETE', '/api/account/sessions')).toMatchObject({
      status: 200,
      body: { message: 'All other sessions ended' },
    });
    expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)]).toEqual([false, true, false]);
  });
});

describe('the deletion of an account', () => {
  /** One message that waits for the account. */
  const addWaitingMail = async (userId: string, aliasId: string): Promise<void> => {
    const { database, keys } = test.core;
    const [messageId, headerId] = [randomUUID(), randomUUID()];
    const keyVersion = 20_000;
    await keys.spoolKey(keyVersion);
    const sealed = Buffer.alloc(1);
    const at = new Date(test.core.clock.now());
    const { db } = database;
    await db
      .insertInto('spoolMessages')
      .values({ id: messageId, keyVersion, envelopeSealed: sealed, bodyBytes: 1 })
      .execute();
    await db.insertInto('spoolHeaders').values({ id: headerId, messageId, sealed }).execute();
    await db
      .insertInto('spoolDeliveries')
      .values({
        id: randomUUID(),
        messageId,
        headerId,
        userId,
        aliasId,
        linkId: null,
        recipientSealed: null,
        destinationHash: sealed,
        nextAttemptAt: at,
        expiresAt: at,
        leaseId: null,
        leaseUntil: null,
      })
      .execute();
  };

  it('ends every session, and seven days later takes everything but tombstones', async () => {
    const { visitor, userId } = await enter('register', 'leaver@example.com');
    const { visitor: other } = await enter('login', 'leaver@example.com');
    const alias = await createAlias(visitor, userId, 'leavers-shop', 'the shoes of the leaver');
    await visitor.send('POST', '/api/smtp-credentials', { aliasId: alias.id });
    await addWaitingMail(userId, alias.id);
    expect(await visitor.send('DELETE', '/api/account')).toMatchObject({
      status: 200,
      body: { message: 'Account deleted successfully' },
    });
    expect(await visitor.send('DELETE', '/api/account')).toMatchObject({ status: 401 });
    expect(await other.send('DELETE', '/api/account')).toMatchObject({ status: 401 });
    const { db } = test.core.database;
    await eraseLeaving();
    for (const table of ['sessions', 'aliases', 'targets', 'secretLinks', 'rateLimits', 'spoolDeliveries'] as const) {
      expect(await db.selectFrom(table).select('userId').where('userId', '=', userId).execute()).toEqual([]);
    }
    expect(await db.selectFrom('smtpCredentials').select('id').where('aliasId', '=', alias.id).execute()).toEqual([]);
    expect(
      await searchDatabase(test.core.database, [userId, alias.id, 'leavers-shop', 'the shoes of the leaver']),
    ).toEqual([]);
  });

  it('keeps its addresses from others for good, the same person included', async () => {
    const { visitor, userId } = await enter('register', 'gone@example.com');
    await createAlias(visitor, userId, 'gone-shop');
    await visitor.send('DELETE', '/api/account');
    const register = createVisitor(test).send('POST', '/api/auth/register', { email: 'gone@example.com', password });
    expect(await register).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    await eraseLeaving();
    const signIn = createVisitor(test).send('POST', '/api/auth/login', { email: 'gone@example.com', password });
    expect(await signIn).toMatchObject({ status: 401 });
    const { visitor: again, userId: newId } = await enter('register', 'gone@example.com');
    const input = { alias: 'gone-shop', domain: 'kauke.test', forwardTo: 'box@example.org' };
    expect(await again.send('POST', `/api/aliases/${newId}`, input)).toMatchObject({
      status: 409,
      body: { code: 'alias_unavailable' },
    });
  });

  it('may be asked for twice at once', async () => {
    const { visitor, userId } = await enter('register', 'twice@example.com');
    await createAlias(visitor, userId, 'twice-shop');
    const answers = await Promise.all([visitor.send('DELETE', '/api/account'), visitor.send('DELETE', '/api/account')]);
    expect(answers.map((answer) => answer.status)).toContain(200);
    for (const { status } of answers) expect([200, 401]).toContain(status);
  });
});
