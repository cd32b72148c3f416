import { describe, expect, it } from 'vitest';
import { newApiKeyResponseSchema } from '#contract/account.ts';
import { aliasesResponseSchema, createAliasResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import { sessionResponseSchema } from '#contract/sign-in.ts';
import { restoreAccount } from '#core/accounts/leave-account.ts';
import { removeEndedAccounts } from '#core/accounts/remove-ended-accounts.ts';
import { checkCredential } from '#core/credentials/credential-holders.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { dayMs } from '#support/core.ts';
import { testPassword as password, useApi } from '#support/use-api.ts';

const test = useApi();

async function signIn(email: string): Promise<Visitor> {
  const visitor = createVisitor(test);
  expect((await visitor.send('POST', '/api/auth/login', { email, password })).status).toBe(200);
  return visitor;
}
async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.send('GET', '/api/account')).status === 200;
}

describe('an account that is leaving', () => {
  /** With an alias that sends, and an API key. */
  const leave = async (email: string) => {
    const { visitor, userId } = await test.register(email);
    const name = email.split('@')[0] ?? '';
    const wish = { alias: name, domain: 'kauke.test', forwardTo: 'box@example.org' };
    const created = await visitor.send('POST', `/api/aliases/${userId}`, wish);
    const { alias } = createAliasResponseSchema.parse(created.body);
    const made = await visitor.send('POST', '/api/smtp-credentials', { aliasId: alias.id });
    const { password: smtpPassword } = newCredentialResponseSchema.parse(made.body).credential;
    const { body } = await visitor.send('POST', '/api/api-keys', { name: 'program' });
    const { key } = newApiKeyResponseSchema.parse(body).apiKey;
    await visitor.send('DELETE', '/api/account');
    const leftAt = test.core.clock.now();
    const signsIn = async (): Promise<boolean> => {
      const login = { username: `${name}@kauke.test`, password: smtpPassword };
      return (await checkCredential(test.core, login)) !== null;
    };
    const calls = async (): Promise<number> => {
      const headers = { Authorization: `Bearer ${key}` };
      return (await createVisitor(test).send('GET', `/api/aliases/${userId}`, undefined, headers)).status;
    };
    return { userId, leftAt, signsIn, calls };
  };

  it('opens nothing to who signs in but the session, the way out and the way back', async () => {
    const { userId, leftAt, calls, signsIn } = await leave('returner@example.com');
    test.advance(6 * dayMs);
    const visitor = await signIn('returner@example.com');
    const session = sessionResponseSchema.parse((await visitor.send('GET', '/api/auth/session')).body);
    expect(session.user?.leavingUntil).toBe(new Date(leftAt + 7 * dayMs).toISOString());
    for (const [method, path] of [
      ['GET', '/api/account'],
      ['DELETE', '/api/account'],
      ['GET', '/api/account/export'],
      ['GET', `/api/aliases/${userId}`],
      ['POST', '/api/api-keys'],
    ] as const) {
      expect(await visitor.send(method, path)).toMatchObject({ status: 403, body: { code: 'account_leaving' } });
    }
    expect(await calls()).toBe(401);
    expect(await signsIn()).toBe(false);
    expect((await visitor.send('POST', '/api/auth/logout')).status).toBe(200);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it('gives no API key to a program that signs in', async () => {
    await leave('program@example.com');
    const body = { username: 'program@example.com', password, device_name: 'phone' };
    expect(await createVisitor(test).send('POST', '/api/auth/login', body)).toMatchObject({ status: 403 });
  });

  it('is as it was when its owner comes back, however often that is asked for', async () => {
    const { userId, calls, signsIn } = await leave('back@example.com');
    const visitor = await signIn('back@example.com');
    for (let asked = 0; asked < 2; asked += 1) {
      expect((await visitor.send('POST', '/api/account/restore')).status).toBe(200);
    }
    const { body } = await visitor.send('GET', `/api/aliases/${userId}`);
    expect(aliasesResponseSchema.parse(body).aliases.map(({ alias }) => alias)).toEqual(['back']);
    expect((await visitor.send('GET', '/api/auth/session')).body).not.toMatchObject({
      user: { leavingUntil: expect.anything() },
    });
    expect(await calls()).toBe(200);
    expect(await signsIn()).toBe(true);
    test.advance(7 * dayMs);
    await removeEndedAccounts(test.core);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it('cannot come back when its time is over, and not to who is not signed in', async () => {
    await leave('late@example.com');
    const visitor = await signIn('late@example.com');
    expect(await createVisitor(test).send('POST', '/api/account/restore')).toMatchObject({ status: 401 });
    test.advance(7 * dayMs);
    expect(await visitor.send('POST', '/api/account/restore')).toMatchObject({ status: 401 });
  });

  it('is either back whole or gone whole when both happen at once', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { userId } = await leave(`race-${round}@example.com`);
      test.advance(7 * dayMs);
      // One node's clock is a moment behind the other's.
      const late = { ...test.core, clock: { now: () => test.core.clock.now() - 1 } };
      const [back] = await Promise.allSettled(
        round % 2 === 0
          ? [restoreAccount(late, userId), removeEndedAccounts(test.core)]
          : [removeEndedAccounts(test.core), restoreAccount(late, userId)].toReversed(),
      );
      const { db } = test.core.database;
      const user = await db.selectFrom('users').select('leavingAt').where('id', '=', userId).executeTakeFirst();
      const aliases = await db.selectFrom('aliases').select('id').where('userId', '=', userId).execute();
      const end = back?.status === 'fulfilled' ? 'back' : 'gone';
      expect({ user, aliases: aliases.length }).toEqual(
        end === 'back' ? { user: { leavingAt: null }, aliases: 1 } : { user: undefined, aliases: 0 },
      );
    }
  });
});
