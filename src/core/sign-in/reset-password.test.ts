import { afterEach, describe, expect, it } from 'vitest';
import { requestPasswordReset, resetPassword } from '#core/sign-in/passwords.ts';
import { signInWithPassword } from '#core/sign-in/sign-in-with-password.ts';
import { targetHash } from '#core/targets/target-value.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { createTestCore, signUp, tokenOf, type TestCore } from '#support/core.ts';

let test: TestCore;
afterEach(() => test.drop());

const email = 'someone@example.com';
const password = 'correct horse';
const visitor = { ip: '192.0.2.1', sessionToken: null, device: 'Firefox on Linux' };

async function askForToken(): Promise<string> {
  await requestPasswordReset(test.core, email);
  return tokenOf(test.mails.at(-1));
}

describe('a new password by mailed link', () => {
  it('keeps the account of an unproved address where no inbox is ever confirmed', async () => {
    test = await createTestCore({ targetConfirmation: 'off' });
    const { user } = await signUp(test.core, email);
    const token = await askForToken();
    expect(test.mails.at(-1)?.text).not.toContain('never confirmed');
    await resetPassword(test.core, { token, password: 'battery staple' });
    expect(await signInWithPassword(test.core, { email, password: 'battery staple' }, visitor)).toMatchObject({ user });
  });

  it('ends a sign-in with the old password that is under way', async () => {
    test = await createTestCore({ targetConfirmation: 'off' });
    await signUp(test.core, email);
    const token = await askForToken();
    const passwords: typeof test.core.passwords = {
      hash: test.core.passwords.hash,
      async verify(text, phc, asker) {
        const matches = await test.core.passwords.verify(text, phc, asker);
        await resetPassword(test.core, { token, password: 'battery staple' });
        return matches;
      },
    };
    const answer = signInWithPassword({ ...test.core, passwords }, { email, password }, visitor);
    await expect(answer).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(await test.core.database.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  it('leaves an account its other way in, without the address it never proved', async () => {
    test = await createTestCore();
    const { user } = await signUp(test.core, email);
    const { db } = test.core.database;
    const wallet = { walletAddressSealed: Buffer.alloc(1), walletAddressHash: Buffer.alloc(32) };
    await db.updateTable('users').set(wallet).where('id', '=', user.id).execute();
    await resetPassword(test.core, { token: await askForToken(), password: 'battery staple' });
    const users = await db.selectFrom('users').select(['id', 'emailHash', 'emailVerifiedAt']).execute();
    expect(users).toHaveLength(2);
    expect(users.find(({ id }) => id === user.id)?.emailHash).toBeNull();
    expect(users.find(({ id }) => id !== user.id)?.emailVerifiedAt).not.toBeNull();
  });

  it('confirms the inbox of that address, whatever strangers have asked of it', async () => {
    test = await createTestCore();
    await signUp(test.core, email);
    await resetPassword(test.core, { token: await askForToken(), password: 'battery staple' });
    const { user } = await signInWithPassword(test.core, { email, password: 'battery staple' }, visitor);
    expect(await listTargets(test.core, user.id)).toMatchObject([{ value: email, state: 'confirmed' }]);
    // Once more, for an account that has proved it: what became of its inbox meanwhile is mended.
    await test.core.database.db.updateTable('targets').set({ confirmedAt: null }).execute();
    await resetPassword(test.core, { token: await askForToken(), password: 'horse battery' });
    expect(await listTargets(test.core, user.id)).toMatchObject([{ value: email, state: 'confirmed' }]);
  });

  it('confirms no inbox whose owner wants no mail', async () => {
    test = await createTestCore();
    const addressHash = targetHash(test.core.keys, email);
    await test.core.database.db.insertInto('stoppedAddresses').values({ addressHash }).execute();
    await signUp(test.core, email);
    await resetPassword(test.core, { token: await askForToken(), password: 'battery staple' });
    const { user } = await signInWithPassword(test.core, { email, password: 'battery staple' }, visitor);
    expect(await listTargets(test.core, user.id)).toMatchObject([{ value: email, state: 'stopped' }]);
  });
});
