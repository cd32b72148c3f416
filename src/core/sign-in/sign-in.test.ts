import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createPasswordHasher } from '#core/sign-in/password-hasher.ts';
import { registerAccount } from '#core/sign-in/register-account.ts';
import { signInWithPassword } from '#core/sign-in/sign-in-with-password.ts';
import { removeExpiredSessions, endSession, findSession } from '#core/sign-in/sessions.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { cheapPasswords } from '#support/cheap-passwords.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
beforeAll(async () => {
  test = await createTestCore();
});
afterAll(() => test.drop());

const password = 'correct horse';
function visitor(ip: string, sessionToken: string | null = null) {
  return { ip, sessionToken, device: 'Firefox on Linux' };
}

describe('registration', () => {
  it('makes an account, signs it in and mails its address a link', async () => {
    const { user, token } = await signUp(test.core, ' Bob@Example.com ');
    expect(user).toMatchObject({ email: 'Bob@example.com', walletAddress: null, authMethod: 'email', balance: '0.00' });
    expect(await findSession(test.core, token)).toMatchObject({ user: { id: user.id }, renewed: false });
    expect(test.mails.filter((mail) => mail.recipient === 'Bob@example.com')).toHaveLength(1);
    const target = await test.core.database.db
      .selectFrom('targets')
      .selectAll()
      .where('userId', '=', user.id)
      .execute();
    expect(target).toMatchObject([{ kind: 'email', confirmedAt: null }]);
  });

  it('refuses an email that is taken, in any case, also when both register at once', async () => {
    await expect(signUp(test.core, 'BOB@EXAMPLE.com')).rejects.toMatchObject({ code: 'email_taken' });
    const both = await Promise.allSettled([
      signUp(test.core, 'twin@example.com'),
      signUp(test.core, 'Twin@example.com'),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'email_taken' });
  });

  it('waits for the turn of its network, before anything is computed', async () => {
    const paced: string[] = [];
    const newAccounts = async (ip: string): Promise<void> => {
      paced.push(ip);
      throw new AppError('unavailable');
    };
    const core = { ...test.core, newAccounts };
    await expect(signUp(core, 'patient@example.com', '192.0.2.44')).rejects.toMatchObject({ code: 'unavailable' });
    expect(paced).toEqual(['192.0.2.44']);
    expect((await signUp(test.core, 'patient@example.com')).user.email).toBe('patient@example.com');
  });

  it('refuses an address on one of our own domains', async () => {
    await expect(signUp(test.core, 'me@kauke.test', '192.0.2.2')).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: { email: ['kauke.test is one of our own domains. Please use an inbox elsewhere.'] } },
    });
  });

  it('is limited to 10 an hour per network', async () => {
    const tries = Array.from({ length: 11 }, (_, index) => signUp(test.core, `many${index}@example.com`, '192.0.2.3'));
    const refused = (await Promise.allSettled(tries)).filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: 'rate_limited' });
  });

  it('stores neither email nor password nor session token in the clear', async () => {
    const { token } = await signUp(test.core, 'secret-person@example.com', '192.0.2.4');
    const { db } = test.core.database;
    const rows = [
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('sessions').selectAll().execute(),
    ];
    const dump = JSON.stringify(rows.flat(), (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)
        ? Buffer.from(value.data).toString('latin1')
        : value,
    );
    expect(dump).not.toContain('secret-person');
    expect(dump).not.toContain(password);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('latin1'));
  });
});

describe('sign-in', () => {
  it('takes the password under any spelling of the email and begins a new session', async () => {
    const first = await signUp(test.core, 'ann@example.com', '192.0.2.5');
    const second = await signInWithPassword(
      test.core,
      { email: 'ANN@example.COM', password },
      visitor('192.0.2.5', first.token),
    );
    expect(second.user).toEqual(first.user);
    expect(second.token).not.toBe(first.token);
    expect(await findSession(test.core, first.token)).toBeNull();
  });

  it.each(['ann@example.com', 'unknown@example.com', 'no email at all'])(
    'refuses a wrong password for %s with the same words',
    async (email) => {
      const answer = signInWithPassword(test.core, { email, password: 'wrong horse' }, visitor('192.0.2.6'));
      await expect(answer).rejects.toMatchObject({ code: 'wrong_credentials', message: 'Invalid email or password' });
    },
  );

  it('computes a password hash for an unknown email, too', async () => {
    const verified: (string | null)[] = [];
    const passwords: typeof test.core.passwords = {
      hash: test.core.passwords.hash,
      verify: (text, phc, asker) => {
        verified.push(phc);
        return test.core.passwords.verify(text, phc, asker);
      },
    };
    const answer = signInWithPassword(
      { ...test.core, passwords },
      { email: 'no@example.com', password },
      visitor('192.0.2.7'),
    );
    await expect(answer).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(verified).toEqual([null]);
  });

  it('is limited to 10 in 15 minutes per email and network, right password or not', async () => {
    const enter = (ip: string) => signInWithPassword(test.core, { email: 'ann@example.com', password }, visitor(ip));
    for (let turn = 0; turn < 10; turn += 1) await enter('192.0.2.8');
    await expect(enter('192.0.2.8')).rejects.toMatchObject({ code: 'rate_limited' });
    await enter('192.0.2.9');
    test.advance(15 * 60_000);
    await enter('192.0.2.8');
  });
});

describe('a session', () => {
  it('lives 30 days from its last renewal, renewed at most once a day', async () => {
    const { token } = await signUp(test.core, 'slider@example.com', '192.0.2.10');
    test.advance(dayMs - 1);
    expect(await findSession(test.core, token)).toMatchObject({ renewed: false });
    test.advance(1);
    expect(await findSession(test.core, token)).toMatchObject({ renewed: true });
    expect(await findSession(test.core, token)).toMatchObject({ renewed: false });
    test.advance(30 * dayMs - 1);
    expect(await findSession(test.core, token)).toMatchObject({ renewed: true });
    test.advance(30 * dayMs);
    expect(await findSession(test.core, token)).toBeNull();
    await removeExpiredSessions(test.core);
    expect(await test.core.database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('ends at sign-out', async () => {
    const { token } = await signUp(test.core, 'leaver@example.com', '192.0.2.11');
    await endSession(test.core, token);
    await endSession(test.core, token);
    expect(await findSession(test.core, token)).toBeNull();
  });

  it.each(['', 'x', 'A'.repeat(43), 'ä'.repeat(43)])('is not opened by %j', async (token) => {
    expect(await findSession(test.core, token)).toBeNull();
  });
});

it('a registration that would wait for too many others is refused at once', async () => {
  const semaphore = new Semaphore({ max: 1, maxWaiting: 0 });
  await semaphore.acquire();
  const passwords = createPasswordHasher({ semaphore, random: test.core.random, cost: cheapPasswords });
  const input = { email: 'late@example.com', password };
  await expect(registerAccount({ ...test.core, passwords }, input, visitor('192.0.2.12'))).rejects.toMatchObject({
    code: 'unavailable',
  });
});
